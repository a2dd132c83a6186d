#pragma once

#include "base/error.hpp"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace core::tasks {

/// Runs a global hook for onStartup, beforeAll or afterAll (LIFECYCLE-STEPS 1, 3, 8).
struct run_global_hook {
  enum class moment { on_startup, before_all, after_all };
  std::string hook;
  moment at = moment::on_startup;
};

/// Starts the monitors of a global hook and runs it for Synchronization (LIFECYCLE-STEPS 2).
struct synchronize_global_hook {
  std::string hook;
};

/// Ends when every Synchronization run of a global hook that is waited for has succeeded (LIFECYCLE-STEPS 2).
struct await_global_synchronization {};

/// Reloads all modules: plans the remaining work and puts it in front of itself until no work is left
/// (LIFECYCLE-STEPS 3 to 8). Users see it in the predecessor's words: `ConvergeModules`, `/status/converge`.
struct reload_modules {
  std::string event; ///< the reason, in the predecessor's words: `Operator-Startup`, `GlobalValuesChanged` …
};

/// Finds out which modules are enabled (LIFECYCLE-STEPS 4).
struct discover_modules {};

/// Asks the `enabled` script of a module again, because the module's own section has changed and no run of
/// the module will ask it (LIFECYCLE-STEPS 4).
struct ask_enabled_script {
  std::string module;
};

/// Installs the CustomResourceDefinitions of a module that has become enabled; comes before the runs of all
/// modules (LIFECYCLE-STEPS 5).
struct ensure_definitions {
  std::string module;
  std::uint64_t enabling = 0; ///< the number of the module's enabling
};

/// Runs a module: onStartup and Synchronization once per enabling, beforeHelm, Helm, afterHelm
/// (LIFECYCLE-STEPS 5).
struct run_module {
  std::string module;
  std::uint64_t enabling = 0; ///< the number of the module's enabling; onStartup runs once for each
  std::string event;          ///< why, for dumps and traces
};

/// Runs neighbouring modules of the same number side by side. It ends when each of them has had its run, so
/// every task behind it waits for all of them.
struct run_modules {
  std::vector<run_module> members; ///< in the order of execution
  std::size_t at_once = 1;         ///< the maximal number of members that run at the same time
};

/// Deletes a disabled module: runs its beforeDeleteHelm hooks, uninstalls its release, and runs its
/// afterDeleteHelm hooks (LIFECYCLE-STEPS 6).
struct delete_module {
  std::string module;
};

/// Uninstalls a release that no module directory belongs to (LIFECYCLE-STEPS 7).
struct purge_release {
  std::string release;
};

/// Runs a hook for events of its kubernetes and schedule bindings (LIFECYCLE-STEPS 9 to 12), or for its
/// Synchronization in a named queue (2, 5). The binding contexts lie with the owner under the numbers in
/// `runs`.
struct run_hook_for_events {
  std::string module; ///< empty: a global hook
  std::string hook;
  std::vector<std::uint64_t> runs;   ///< an id for each context; grows when adjacent tasks are combined
  std::vector<std::string> bindings; ///< names, one for each context
  std::string binding_type;          ///< `kubernetes` or `schedule`
  std::string event;                 ///< for dumps
  int step = 0;                      ///< lifecycle step
  bool allow_failure = false;
  bool combinable = true; ///< false for v0 hooks, which see a single context in each run
  bool compacted = false; ///< combined in a long queue: only the last context of each group is shown
  bool reduced = false;   ///< so many contexts waited that outdated contexts were left out
};

using task = std::variant<run_global_hook, synchronize_global_hook, await_global_synchronization, reload_modules,
                          discover_modules, ask_enabled_script, ensure_definitions, run_module, run_modules,
                          delete_module, purge_release, run_hook_for_events>;

/// The task's work is done.
struct task_done {};
/// The task has no work any more; visible in the trace.
struct task_superseded {
  std::string reason;
};
/// The task stays at the head; its owner has handed over tasks that come before it.
struct task_continues {};
/// The task stays the head until its hook may run again (`settings.executionMinInterval`). It has not failed.
struct task_postponed {
  std::chrono::milliseconds delay;
};
/// The task stays the head and is tried again after a delay.
struct task_failed {
  base::error reason;
  bool lets_pass = false; ///< other tasks come before its next try
};

using task_result = std::variant<task_done, task_superseded, task_continues, task_postponed, task_failed>;

/// True if the task is over and will not be tried again.
[[nodiscard]] bool is_over(const task_result& x);

/// The task's type as the predecessor's dumps and metrics spell it, for example `ModuleRun`.
[[nodiscard]] const char* type_name(const task& x);

/// The lifecycle step 1..16 that the task belongs to.
[[nodiscard]] int lifecycle_step(const task& x);

/// The task's module, or an empty text.
[[nodiscard]] std::string module_of(const task& x);

/// The task's hook, or an empty text.
[[nodiscard]] std::string hook_of(const task& x);

/// The name of the (first) binding that a run of a hook is for: `beforeAll`, `pods`; empty for other tasks.
[[nodiscard]] std::string binding_of(const task& x);

/// The reason of a reload, or of a run in a reload, in the predecessor's words; empty for other tasks.
[[nodiscard]] std::string event_of(const task& x);

/// Takes runs out of the task that its owner has left out.
/// @param outdated rising.
void leave_out(run_hook_for_events& x, const std::vector<std::uint64_t>& outdated);

/// True for tasks that a reload consists of and that a new reason takes back (`reload_plan`).
[[nodiscard]] bool belongs_to_reload(const task& x);

/// The work of the task, whatever the reason: two tasks of a reload with the same text do the same work.
[[nodiscard]] std::string work_of(const task& x);

/// A line for dumps: `TYPE:QUEUE[:META]` as in the predecessor's dumps, without failures.
[[nodiscard]] std::string describe(const task& x, std::string_view queue);
/// The same line, behind a text that has room for it.
void append_description(std::string& to, const task& x, std::string_view queue);

} // namespace core::tasks
