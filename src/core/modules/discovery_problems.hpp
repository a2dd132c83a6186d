#pragma once

#include "core/modules/discovered_modules.hpp"
#include "core/values/enabled_flags.hpp"

#include <string>
#include <vector>

namespace core::modules {

// Describes the surprising results of a discovery, a line each, for the log and /readyz.

/// The releases that stay although no module belongs to them, because no module was found at all; empty: no
/// such release.
/// @param modules_dirs where modules were looked for
[[nodiscard]] std::string describe_spared(const discovered_modules& found,
                                          const std::vector<std::string>& modules_dirs);

/// A line for each disabled module with a release that stays, because another Helm has made it. For the log
/// alone: no work waits for it.
[[nodiscard]] std::vector<std::string> describe_foreign(const discovered_modules& found);

/// A line for each module with an `enabled` file that could not be asked.
[[nodiscard]] std::vector<std::string> describe_unasked(const discovered_modules& found);

/// The places that messages about removals name.
struct discovery_places {
  std::vector<std::string> modules_dirs; ///< where modules were looked for
  std::string config_map_namespace;
  std::string config_map_name;
  std::string platform;                                    ///< this operator's platform
  values::flag_order flags = values::default_flag_order(); ///< the sources of flags that count
};

/// The way back from the removal of a release, for people.
[[nodiscard]] std::string hint_of(const release_removal& x, const discovery_places& places);

/// The line about a release that is removed: the reason, the source that had wanted it before, and the way
/// back.
[[nodiscard]] std::string describe(const release_removal& x, const discovery_places& places);

/// The releases that stay although they would be removed: because a global hook does not configure, because
/// there is no ConfigMap, or because several would be removed at once and no written setting asks for it;
/// empty: no such release.
[[nodiscard]] std::string describe_held(const discovered_modules& found, const discovery_places& places);

/// The releases of other platforms without an enabled module of their name here; empty: no such release. For
/// the log alone: platforms may share a namespace.
[[nodiscard]] std::string describe_of_others(const discovered_modules& found, const discovery_places& places);

/// A line for each module that does not run because its release belongs to another platform.
[[nodiscard]] std::vector<std::string> describe_kept_for_others(const discovered_modules& found,
                                                                const discovery_places& places);

/// A line for each module that stays as it is because the "no" of its `enabled` script, or its flag, is
/// doubtful.
/// @param about script or flag
[[nodiscard]] std::vector<std::string> describe_doubted(const discovered_modules& found, removal_cause about);

/// All of them that are for /readyz.
[[nodiscard]] std::vector<std::string> discovery_problems(const discovered_modules& found,
                                                          const discovery_places& places);

} // namespace core::modules
