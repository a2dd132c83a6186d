#pragma once

#include "actors/messages/interfaces.hpp"
#include "actors/messages/program_failure.hpp"
#include "core/bindings/hook_registry.hpp"
#include "core/hooks/config.hpp"
#include "core/hooks/hooks_on_disk.hpp"

#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace actors::hooks {

/// The hook files of an owner, as they were found on disk.
struct hook_source {
  std::string directory; ///< absolute, of the hooks
  core::hooks::found_hooks found;
  std::string unreadable{}; ///< reason why the set of hooks is unknown; empty: `found` has them
  core::hooks::hook_owner owner = core::hooks::hook_owner::module;
};

/// Reads the output of a hook's run with `--config`; `zones` finds the time zones of its crontabs.
/// @returns the complete definition, or an error that may repeat what the hook has printed.
[[nodiscard]] base::result<core::bindings::hook_definition> hook_from_config(const hook_source& source,
                                                                             const core::hooks::hook_file& file,
                                                                             const std::string& printed,
                                                                             const base::time_zone_source& zones);

/// The hooks of an owner as they configured, and the hooks that could not be understood.
/// Why so: docs/decisions/one-bad-module-holds-up-nobody.md
struct hooks_loaded {
  std::shared_ptr<const core::bindings::hook_registry> hooks; ///< the hooks that configured successfully
  /// The files that did not configure; empty without a failure, and if the set of hooks is unknown.
  std::vector<core::hooks::hook_file> refused;
  std::optional<messages::program_failure> failure; ///< the reason why a hook does not configure
};
using on_hooks_loaded = std::function<void(const hooks_loaded&)>;

/// The limit of a run with `--config`. The hook only has to print; without a limit a hook that hangs would
/// hold up all modules behind it.
inline constexpr std::chrono::seconds config_time_limit{30};

/// Logs links that should be hooks and cannot be run.
/// @returns the problem for /readyz; empty: no problem
[[nodiscard]] std::string report_broken_links(const std::string& owner, const hook_source& source);

/// Logs the files that may be hooks and cannot be run. The other hooks go on without them.
/// @param owner for people: `module 'web'`, `global hooks`
/// @returns a line for readiness about hooks that are surely missing, or empty; a file without `chmod +x` is
/// only a guess
[[nodiscard]] std::optional<std::string> report_skipped_files(const std::string& owner, const hook_source& source,
                                                              const core::bindings::hook_registry& loaded);

/// Runs the hooks of an owner with `--config`, a few at a time, and calls back with the hooks that configured
/// and with all faults. Suspicious parts of a configuration go into the log. A file without extension that
/// knows no `--config` may be a program with several hooks: it is asked once more, by `hook config`. A part
/// of the actor `self`.
void load_hooks(framework::acting* self, const messages::hook_runner_actor& runner,
                std::shared_ptr<const hook_source> source, on_hooks_loaded done);

} // namespace actors::hooks
