#pragma once

#include "core/hooks/config.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace core::hooks {

/// Whether a program printed configurations of several hooks: a JSON list, or an object with `hooks` or
/// `readiness`.
[[nodiscard]] bool is_batch_config(std::string_view text);

/// Whether a program with several hooks can check the settings of its module (`has_settings_check`).
/// Deckhouse runs this check with `hook check`; this operator does not.
[[nodiscard]] bool has_settings_check(std::string_view batch_config);

/// The hooks of a program that has several hooks.
struct batch_hooks {
  std::vector<bindings::hook_definition> hooks; ///< hooks with a valid configuration
  std::string faults; ///< faults of other hooks with their names, separated by `; `; empty: no faults
};

/// The names of hooks with `enableSchedulesOnStartup` in their `settings`: they ask for schedules before the
/// first reload has ended. Only Go hooks inside the predecessor get such schedules.
[[nodiscard]] std::vector<std::string> hooks_with_early_schedules(std::string_view batch_config);

/// Parses the output of `hook config` of a program with several hooks. It is a JSON list of configurations,
/// or an object with a member `hooks` (a list, or an object by key) and optionally a configuration
/// `readiness`. Programs that are built with deckhouse/module-sdk print this.
///
/// A configuration has the form of v1, except for some members that are spelled like the fields of that
/// library. For a global hook, `beforeHelm` means `beforeAll`, and `afterHelm` means `afterAll`. Each
/// schedule and each kubernetes binding belongs to the group `main`, whatever its configuration says; a
/// binding keeps only filter results unless `keepFullObjectsInMemory` is true. `allowFailure` of a whole hook
/// has no effect. In the result, `name` is the name in `metadata`, else the hook's number in the list, or its
/// key; `arguments` are `hook run` with this number or key, or `hook ready`; the path is empty.
///
/// A wrong configuration is a fault of its hook only. An error means that the text is not a list or object of
/// configurations.
[[nodiscard]] base::result<batch_hooks> parse_batch_config(std::string_view text, hook_owner owner,
                                                           const base::time_zone_source& zones = base::only_utc);

} // namespace core::hooks
