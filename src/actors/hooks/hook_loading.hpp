#pragma once

#include "actors/interfaces.hpp"
#include "actors/messages/hook_runner.hpp"
#include "core/hooks/hook_config.hpp"
#include "core/hooks/hook_files.hpp"

#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace actors {

/// The hook files of one owner, as they were found on disk.
struct hook_source {
  std::string directory; ///< absolute, of the hooks
  core::found_hooks found;
  core::hook_owner owner = core::hook_owner::module;
};

/// Reads what a hook printed for `--config`; `zones` finds the time zones of its crontabs.
/// @returns the complete definition, or an error that names the hook.
[[nodiscard]] core::result<core::hook_definition> hook_from_config(const hook_source& source,
                                                                   const core::hook_file& file,
                                                                   const std::string& printed,
                                                                   const core::time_zone_source& zones);

using on_hooks_loaded = std::function<void(core::result<std::shared_ptr<const core::hook_registry>>)>;

/// How long a hook may take to print its configuration. It has nothing to do but print; without a limit one that hangs
/// would hold up everything behind it.
inline constexpr std::chrono::seconds config_time_limit{30};

/// Names each file that looks like a hook and cannot be run in the log. The others go on without it.
/// @returns the same as one line for readiness, or nothing.
[[nodiscard]] std::optional<std::string> report_skipped_files(const hook_source& source);

/// Runs the hooks of an owner with `--config`, one after the other in their order, and calls back with all of them or
/// with everything that is wrong. A part of the actor `self`.
template <class Handle>
void load_hooks(base<Handle>* self, const hook_runner_actor& runner, std::shared_ptr<const hook_source> source,
                on_hooks_loaded done, std::vector<core::hook_definition> loaded = {},
                std::vector<std::string> problems = {}, std::size_t next = 0) {
  if (next == source->found.hooks.size()) {
    if (problems.empty()) return done(std::make_shared<const core::hook_registry>(std::move(loaded)));
    std::string all;
    for (const auto& problem : problems) all += (all.empty() ? "" : "; ") + problem;
    return done(core::fail(core::error_code::invalid_input, all));
  }
  const auto& file = source->found.hooks[next];
  run_program message;
  message.command =
    core::hook_config_command({source->directory + "/" + file.path, source->directory, source->found.venv});
  message.collect_stdout = true;
  message.timeout = config_time_limit;
  message.subject = "hook '" + file.name + "' --config";
  self->ask(
    runner, std::move(message),
    [self, runner, source, done, loaded = std::move(loaded), problems = std::move(problems),
     next](const program_finished& x) mutable {
      const auto& hook = source->found.hooks[next];
      auto definition =
        x.result
          ? hook_from_config(*source, hook, x.standard_output, self->shared().time_zones)
          : core::result<core::hook_definition>(core::fail("hook '" + hook.name + "' --config", x.result.error()));
      if (definition)
        loaded.push_back(std::move(*definition));
      else
        problems.push_back(definition.error().message);
      load_hooks(self, runner, source, done, std::move(loaded), std::move(problems), next + 1);
    },
    [done](const std::string& reason) {
      done(core::fail(core::error_code::unavailable, "the hook runner has ended: " + reason));
    });
}

} // namespace actors
