#pragma once

#include "core/modules/discovered_modules.hpp"
#include "core/values/enabled_flags.hpp"

#include <map>
#include <string>
#include <vector>

namespace core::modules {

// Descriptions of surprising results of a discovery, for the log and /readyz.

/// Describes the releases without a module that stay because no module was found at all; empty: no such
/// release.
/// @param modules_dirs the directories of modules
[[nodiscard]] std::string describe_spared(const discovered_modules& found,
                                          const std::vector<std::string>& modules_dirs);

/// A line for each disabled module with a release that stays because another Helm has made it. Only for the
/// log, because no work waits for it.
[[nodiscard]] std::vector<std::string> describe_foreign(const discovered_modules& found);

/// A line for each release that stays because Helm does not find its records.
[[nodiscard]] std::vector<std::string> describe_hidden(const discovered_modules& found);

/// A line for each module with an `enabled` file that could not be run.
[[nodiscard]] std::vector<std::string> describe_unasked(const discovered_modules& found);

/// The directories and names for messages about removals.
struct discovery_places {
  std::vector<std::string> modules_dirs; ///< the directories of modules
  std::string config_map_namespace;
  std::string config_map_name;
  std::string platform;                                    ///< this operator's platform
  values::flag_order flags = values::default_flag_order(); ///< the sources of flags that are used
};

/// Explains how to undo the removal of a release.
[[nodiscard]] std::string hint_of(const release_removal& x, const discovery_places& places);

/// The line about a release that is removed: the reason, the source that had wanted it before, and the way
/// back.
[[nodiscard]] std::string describe(const release_removal& x, const discovery_places& places);

/// Describes the removals that are held: because a global hook cannot run, because there is no ConfigMap, or
/// because no written setting requests them and there are several; empty: no such removal.
[[nodiscard]] std::string describe_held(const discovered_modules& found, const discovery_places& places);

/// Describes releases of other platforms that have no enabled module here; empty: no such release. Only for
/// the log, because platforms may share a namespace.
[[nodiscard]] std::string describe_of_others(const discovered_modules& found, const discovery_places& places);

/// A line for each module that does not run because its release belongs to another platform.
[[nodiscard]] std::vector<std::string> describe_kept_for_others(const discovered_modules& found,
                                                                const discovery_places& places);

/// A line for each module that stays as it is until its removal grace is over.
[[nodiscard]] std::vector<std::string> describe_leaving(const discovered_modules& found);

/// A line for each module that stays as it is because the "no" of its `enabled` script or its flag is in
/// doubt.
/// @param about script or flag
[[nodiscard]] std::vector<std::string> describe_doubted(const discovered_modules& found, removal_cause about);

/// All removals that are held, whatever holds them: the part of the discovery that holds the removal -> its
/// description.
[[nodiscard]] std::map<std::string, std::string> held_removals(const discovered_modules& found,
                                                               const discovery_places& places);

/// All descriptions for /readyz.
[[nodiscard]] std::vector<std::string> discovery_problems(const discovered_modules& found,
                                                          const discovery_places& places);

} // namespace core::modules
