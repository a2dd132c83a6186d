#pragma once

#include "actors/hooks/early_answers.hpp"
#include "actors/hooks/loading.hpp"
#include "actors/hooks/reported_problem.hpp"
#include "actors/messages/module.hpp"
#include "core/modules/discovered_modules.hpp"

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>

namespace actors::hooks {

/// The way from the files of global hooks to hooks with a valid configuration. A part of the GLOBAL HOOKS.
/// It waits at the start for programs that fail, and asks the hooks without a valid configuration again while
/// the operator runs without them.
class global_hook_files {
public:
  using on_read =
    std::function<void(std::shared_ptr<const core::bindings::hook_registry> hooks, core::modules::hooks_known known)>;

  global_hook_files(framework::actor_base<messages::global_hooks_actor>* self, messages::hook_runner_actor runner,
                    messages::supervisor_actor supervisor, hook_source source);

  [[nodiscard]] const std::string& directory() const { return source_->directory; }
  /// Runs all files with `--config` on a standby, again and again until all of them have a valid
  /// configuration, and keeps the answers for `read`.
  /// @param done called once, at the latest when `read` begins
  void ask_early(std::function<void()> done);
  /// Runs all files with `--config`, unless they have answered early. While a program fails, the start waits,
  /// for `hook_source::patience` at most. `done` is called once, with the hooks that have a valid
  /// configuration.
  void read(on_read done);
  /// The names of the files that have answered `--config` without a doubt, see `hooks_loaded`.
  [[nodiscard]] const core::webhooks::asked_files& asked() const noexcept { return asked_; }
  /// Continues after a reminder that this class has asked for.
  void try_again(messages::retry_due::reason why);
  /// Reports on /readyz that hooks do not run until the next start, beside the hooks that are left out
  /// already.
  void leave_out(const std::string& reason);

private:
  void ask_at_start();
  void try_early();
  void on_answers(const hooks_loaded& loaded);
  void take(const hooks_loaded& loaded);
  void ask_refused();
  void ask_refused_later(const messages::program_failure& why);
  void report();

  framework::actor_base<messages::global_hooks_actor>* self_;
  messages::hook_runner_actor runner_;
  messages::supervisor_actor supervisor_;
  std::shared_ptr<const hook_source> source_;
  on_read done_; ///< empty after the call
  early_answers early_;
  std::function<void()> early_done_;  ///< empty: no early answers are awaited
  std::uint64_t early_tries_ = 0;     ///< failed early tries
  bool is_asked_early_ = false;       ///< an early try is under way
  core::webhooks::asked_files asked_; ///< see `asked`
  std::int64_t since_us_ = 0;         ///< when the start began, by the steady clock
  std::uint64_t tries_ = 0;           ///< failed tries at the start
  std::uint64_t refusals_ = 0;        ///< consecutive refusals after the start
  /// The files without a valid configuration; null: all configurations are valid. The operator runs without
  /// these hooks.
  std::shared_ptr<const hook_source> refused_;
  std::string until_restart_;     ///< why hooks are left out until the next start; empty: no such hooks
  std::string refusal_;           ///< of the files in `refused_`; empty: no such files
  std::string refusal_in_detail_; ///< the same with words of the programs
  reported_problem left_out_;     ///< hooks that do not run
  reported_problem skipped_;      ///< files that look like hooks but cannot be run
};

} // namespace actors::hooks
