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
  std::vector<bindings::hook_definition> hooks; ///< those that configure
  std::string faults; ///< of the others, each with the name of its hook, separated by `; `; empty: none
};

/// The hooks of such a program, by their names, whose `settings` ask for schedules before the first converge is done
/// (`enableSchedulesOnStartup`): only Go hooks inside of the predecessor get them.
[[nodiscard]] std::vector<std::string> hooks_with_early_schedules(std::string_view batch_config);

/// Parses what a program with several hooks printed when it was run with `hook config`: a JSON list of configurations, or
/// an object with them in `hooks`, a list or an object by key, and perhaps one in `readiness`. Programs that are built
/// with deckhouse/module-sdk print this.
///
/// A configuration is one of v1 but for some members, which are spelled as the structs of that library; of a global hook
/// `beforeHelm` means `beforeAll`, `afterHelm` means `afterAll`. All bindings are of the group `main`, and keep filter
/// results only, unless they say otherwise; `allowFailure` of a whole hook has no effect. Of the definitions `name` is the name in `metadata`, or
/// its number if there is none, and `arguments` run it: `hook run NUMBER`, `hook ready`. The path stays empty.
///
/// A configuration that is wrong is a fault of its hook alone. An error means that the text has no configurations.
[[nodiscard]] base::result<batch_hooks> parse_batch_config(std::string_view text, hook_owner owner,
                                                           const base::time_zone_source& zones = base::only_utc);

} // namespace core::hooks
