#pragma once

#include "core/plan/plan.hpp"
#include "text/json/json.hpp"
#include "text/json/json_pointer.hpp"

#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace core::plan {

/// A commit that has set a value in the play.
struct value_commit {
  std::string path; ///< `webApp.replicas`
  std::string by;   ///< the hook; empty: the start or the ConfigMap
};

/// The findings of a play of a platform against a copy of a cluster.
struct played_platform {
  std::vector<text::json> before{};             ///< objects of the cluster, with the records of Helm
  std::vector<text::json> after{};              ///< at the end of the play
  std::vector<text::json> again{};              ///< at the end of a second play; empty without it
  std::set<text::json_pointer> secret_places{}; ///< places of values, like `/webApp/password`
  std::vector<value_commit> commits{};          ///< in their order
  std::vector<std::string> runs{};              ///< lines of the programs that have run, in their order
  std::set<std::string> rights{};               ///< that the requests of the play need
  /// The runs and rights of the former platform; empty: it is not known.
  std::optional<std::vector<std::string>> former_runs{};
  std::set<std::string> former_rights{};
  std::vector<std::string> known_modules{};                       ///< all modules of the platform
  std::vector<std::string> enabled_modules{};                     ///< at the end of the play
  std::vector<std::pair<std::string, std::string>> off_reasons{}; ///< module and reason
  std::vector<std::string> stopped{};                             ///< see `plan::stopped`
  std::vector<std::string> unknown{};                             ///< see `plan::unknown`
};

/// Compares the cluster before and after the play. A module without release has no known state before, so
/// only modules with a release are said to be switched.
[[nodiscard]] plan make_plan(const played_platform& x);

} // namespace core::plan
