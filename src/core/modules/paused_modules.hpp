#pragma once

#include "core/config/module_pause.hpp"
#include "core/modules/discovered_modules.hpp"

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace core::modules {

/// The modules that stay as they are until a user lets them go on: no run, no deletion, no hook. Releases
/// without a module can be paused as well: then they are not purged.
class paused_modules {
public:
  using by_key = std::map<std::string, config::module_pause, std::less<>>;

  paused_modules() = default;
  /// @param pauses by values key, see `core::config::configuration::paused`
  explicit paused_modules(by_key pauses) : pauses_(std::move(pauses)) {}

  /// @param name of a module, or of a release without a module
  [[nodiscard]] bool contains(const std::string& name) const { return find(name) != nullptr; }
  /// The pause of this module; null: it is not paused.
  [[nodiscard]] const config::module_pause* find(const std::string& name) const;

  friend bool operator==(const paused_modules&, const paused_modules&) = default;

private:
  by_key pauses_;
};

/// A line for each paused module, for /readyz and the log: since when, by whom, why, what waits for the end
/// of the pause, and the next step.
/// @param found the last discovery, if there was one
[[nodiscard]] std::string describe_pause(const std::string& module, const config::module_pause& x,
                                         const std::optional<discovered_modules>& found);

/// The same for a pause that has gone without an order, and counts until its grace is over.
/// @param manner of its end: `key 'webMaintenance' has gone from the ConfigMap`
/// @param ends the time, for people
[[nodiscard]] std::string describe_ending_pause(const std::string& module, const config::module_pause& x,
                                                const std::string& manner, const std::string& ends,
                                                const std::optional<discovered_modules>& found);

} // namespace core::modules
