#pragma once

#include "actors/messages/interfaces.hpp"
#include "actors/messages/program_failure.hpp"
#include "core/bindings/hook_registry.hpp"
#include "core/hooks/config.hpp"
#include "core/hooks/hooks_on_disk.hpp"
#include "core/webhooks/known_owners.hpp"

#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace actors::hooks {

/// The hook files of an owner on disk.
struct hook_source {
  std::string directory; ///< absolute path of the hooks' directory
  core::hooks::found_hooks found;
  std::string unreadable{}; ///< the reason why the hooks are unknown; empty: `found` has all of them
  core::hooks::hook_owner owner = core::hooks::hook_owner::module;
  /// A file of the directory names conversions, so that hooks may have them.
  bool may_convert = false;
  /// The start waits this long for global hooks whose `--config` fails: a machine is busiest when it starts,
  /// and a hook may need a program that starts at the same time. This process cannot add such a hook later,
  /// and a further process could meet the same start. Of global hooks only.
  std::chrono::seconds patience{30};
};

/// Reads the output of a hook's run with `--config`; `zones` finds the time zones of its crontabs.
/// @returns the complete definition, or an error that may quote the hook's output.
[[nodiscard]] base::result<core::bindings::hook_definition> hook_from_config(const hook_source& source,
                                                                             const core::hooks::hook_file& file,
                                                                             const std::string& printed,
                                                                             const base::time_zone_source& zones);

/// The hooks of an owner with a valid configuration, and the files without.
/// Why so: docs/decisions/one-bad-module-holds-up-nobody.md
struct hooks_loaded {
  std::shared_ptr<const core::bindings::hook_registry> hooks; ///< hooks with a valid configuration
  /// The files without a valid configuration; empty if there is no failure, or if the set of hooks is
  /// unknown.
  std::vector<core::hooks::hook_file> refused;
  std::optional<messages::program_failure> failure; ///< the reason for a missing configuration
  /// The files that have answered `--config` without a doubt.
  core::webhooks::asked_files asked;
  /// A run with `--config` has failed or has not ended in time, so the same file may answer later. An invalid
  /// answer stays invalid.
  bool may_answer_later = false;
};
using on_hooks_loaded = std::function<void(const hooks_loaded&)>;

/// The time limit of a run with `--config`. The hook only has to print; without a limit, a hook that hangs
/// would block all later modules.
inline constexpr std::chrono::seconds config_time_limit{30};

/// Logs broken links that should be hooks.
/// @returns the problem for /readyz; empty: no problem
[[nodiscard]] std::string report_broken_links(const std::string& owner, const hook_source& source);

/// Logs files that may be hooks but cannot be run. The other hooks run without them.
/// @param owner for messages: `module 'web'`, `global hooks`
/// @returns a line for /readyz about hooks that are certainly missing; empty: no such hooks. A file without
/// execute permission is not certain to be a hook.
[[nodiscard]] std::optional<std::string> report_skipped_files(const std::string& owner, const hook_source& source,
                                                              const core::bindings::hook_registry& loaded);

/// Runs the hook files of an owner with `--config`, a few at a time. The callback gets the hooks with a valid
/// configuration, and all faults. Suspicious parts of a configuration are logged. If a file without extension
/// fails in time, it may be a program with several hooks, and is run once more with `hook config`. A part of
/// the actor `self`.
void load_hooks(framework::acting* self, const messages::hook_runner_actor& runner,
                std::shared_ptr<const hook_source> source, on_hooks_loaded done);

} // namespace actors::hooks
