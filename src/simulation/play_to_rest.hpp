#pragma once

#include "base/error.hpp"
#include "simulation/day.hpp"
#include "simulation/day_player.hpp"
#include "text/json/json.hpp"
#include "trace/event.hpp"

#include <chrono>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace simulation {

/// A platform after its play.
struct rest_state {
  std::vector<text::json> objects{}; ///< all objects of the cluster
  std::vector<std::string> modules{};
  std::vector<std::string> enabled_modules{};
  std::vector<std::string> runs{};    ///< see `step_result::ran`
  std::vector<trace::event> events{}; ///< see `step_result::events`
  std::vector<std::string> stopped{}; ///< reasons why it is not at rest, a line each; empty: it is
  std::set<std::string> rights{};     ///< that its requests need, see `used_rights`
  /// The values of each section below its key, and the same values without secrets.
  std::vector<std::pair<text::json, text::json>> sections{};
};

/// Options of a play to rest.
struct rest_options {
  /// Virtual time until the platform must be at rest. Hooks that fail are tried again in this time.
  std::chrono::seconds within{std::chrono::minutes(2)};
  /// Keys of the ConfigMap that are edited when the platform is at rest, see `day_step::config`; empty: it is
  /// not edited.
  std::map<std::string, std::optional<std::string>> config{};
};

/// Starts an operator in the cluster and lets it work until nothing happens for a while, then edits the
/// ConfigMap and waits again. Blocks while programs run.
/// @returns an error if the operator cannot start, or if the play was interrupted
[[nodiscard]] base::result<rest_state> play_to_rest(const day& place, day_stage stage, const rest_options& options);

} // namespace simulation
