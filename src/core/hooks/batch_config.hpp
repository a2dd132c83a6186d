#pragma once

#include "core/hooks/config.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace core::hooks {

/// Whether a program printed configurations of several hooks: a JSON list, or an object with `hooks` or `readiness`.
[[nodiscard]] bool is_batch_config(std::string_view text);

/// Whether a program with several hooks brings a check of its module's settings (`has_settings_check`), which Deckhouse
/// runs by `hook check`, and the operator itself does not.
[[nodiscard]] bool has_settings_check(std::string_view batch_config);

/// The hooks of a program with several.
struct batch_hooks {
  std::vector<bindings::hook_definition> hooks; ///< hooks with a valid configuration
  std::string
    faults; ///< the faults of all other hooks, each with the name of its hook, separated by `; `; empty: no faults
};

/// The hooks of such a program, by their names, whose `settings` ask for schedules before the first reload
/// is done (`enableSchedulesOnStartup`): only Go hooks inside of the predecessor get such schedules.
[[nodiscard]] std::vector<std::string> hooks_with_early_schedules(std::string_view batch_config);

/// Parses the output of `hook config` of a program with several hooks: a JSON list of configurations, or an
/// object with them in `hooks`, a list or an object by key, and perhaps a configuration in `readiness`.
/// Programs that are built with deckhouse/module-sdk print this.
///
/// A configuration has the form of v1 except some members, which are spelled as the structs of that library;
/// for a global hook `beforeHelm` means `beforeAll`, `afterHelm` means `afterAll`. All bindings are of the
/// group `main`, and keep filter results only, unless they say otherwise; `allowFailure` of a whole hook has
/// no effect. In the definitions, `name` is the name in `metadata`, or its number if there is no such name,
/// and `arguments` run it: `hook run NUMBER`, `hook ready`. The path stays empty.
///
/// A wrong configuration is a fault of its hook alone. An error means that the text has no configurations.
[[nodiscard]] base::result<batch_hooks> parse_batch_config(std::string_view text, hook_owner owner,
                                                           const base::time_zone_source& zones = base::only_utc);

} // namespace core::hooks
