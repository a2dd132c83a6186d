#pragma once

#include "base/overload.hpp"
#include "core/main_queue/change_consequence.hpp"
#include "core/main_queue/module_failure.hpp"
#include "core/main_queue/needed_runs.hpp"
#include "core/main_queue/reload_plan.hpp"
#include "core/modules/loop_backoff.hpp"
#include "core/tasks/retry_wait.hpp"
#include "core/tasks/task.hpp"

#include <chrono>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <variant>
#include <vector>

namespace core::main_queue {

/// Changes of queue `main` that are to be carried out.
namespace effect {
/// Tasks of the reload that have not begun are taken back, because they are planned anew.
struct withdraw_reload {};
/// Failures may have been repaired, also failures of tasks that `withdraw_reload` takes back together with
/// this effect.
struct repaired {
  tasks::repair_variant by;
};
/// The run of this module gives way to the reload if it is only waiting.
struct give_way {
  std::string module;
};
struct append {
  tasks::task task;
};
} // namespace effect

using effects = std::vector<std::variant<effect::withdraw_reload, effect::repaired, effect::give_way, effect::append>>;

/// The next step of a reload_modules task.
namespace reload_step {
/// These tasks come first; afterwards the queue asks for the next step.
struct tasks_before {
  std::vector<tasks::task> tasks;
};
/// The afterAll hooks have run, so `global_state_after` must get the present global values.
struct compare_global_state {};
/// The reload is complete.
struct finished {
  std::chrono::microseconds lasted{0};
  bool first = false; ///< of this process
  /// Set if the afterAll hooks of several reloads in a row have made another reload necessary: `pause_over`
  /// is to be called after this time.
  std::optional<modules::loop_backoff::pause> pause{};
  effects next{}; ///< of a reason that was held: they bring another reload behind the tasks that wait
};
/// Too many rounds were cut short, so the tasks behind the reload come first. The present task of the reload
/// has ended. The caller must append `task`, which goes on with the reload.
struct goes_behind {
  tasks::task task;
};
} // namespace reload_step

/// Tasks without a record of their waits.
template <class T>
concept no_line =
  base::one_of<T, tasks::run_global_hook, tasks::synchronize_global_hook, tasks::await_global_synchronization,
               tasks::reload_modules, tasks::discover_modules, tasks::run_modules, tasks::run_hook_for_events>;

using reload_step_variant = std::variant<reload_step::tasks_before, reload_step::compare_global_state,
                                         reload_step::finished, reload_step::goes_behind>;

/// The work of the module lifecycle in queue `main`: which runs of modules wait there, which task is under
/// way, and how far a reload is. The plan of the reload is `reload_plan`.
///
/// A reload:           ○ ─want_reload─▶ queued ─next_step─▶ under_way ─next_step: finished─▶ ○
/// A run of a module:  ○ ─want_run, next_step─▶ waiting ─begin─▶ running ─end: done, superseded─▶ ○
///                     waiting ─want_reload─▶ ○             running ─end: failed, postponed─▶ waiting
///
/// The discovery of a reload asks the `enabled` scripts. A script also reads the values of its module, which
/// may change without a reload. So a run asks the script before it begins; for a module without a waiting
/// run, a separate question waits in the queue.
///
/// A deletion that cannot be done now (a hook has no valid configuration, a list is refused) is put off. The
/// reload goes on without it, and the deletion is repeated with the next reload or as soon as the module asks
/// for it.
///
/// A further reason for a waiting run adds no task. A running run does not cover reasons that come during it,
/// so a module may have a running and a waiting run. If a new reload has been wanted, a task that fails is
/// not tried again: the queue drops it.
///
/// Tasks run one at a time, except the runs of modules in a group: the queue begins and ends each of them as
/// if it were a separate task. A member that waits after a failure does not block other members, but counts
/// as failed until it begins again.
///
/// A paused module has no work: its tasks end without a try, plans contain no task for it, and reasons for
/// its runs are dropped, because the run after the pause covers them.
///
/// A reason that comes during a reload cuts its round short: the reload begins again with the first module.
/// If reasons came faster than the modules run, neither the last module nor the tasks behind the reload would
/// ever have their turn. So after two rounds in a row that were cut short, the next round goes on to its end,
/// unless a task of it must be tried again. The last reason that has come meanwhile is held until then, and
/// makes a reload of its own at the end of the queue. While reasons come that fast, no round of these reloads
/// is cut short. If tasks that must be tried again let reasons cut eight rounds all the same, the reload
/// itself goes to the end of the queue.
class work {
public:
  enum class reload_state { none, queued, under_way };
  enum class run_state { none, waiting, running, running_and_waiting };

  /// A task that has begun and has not ended.
  struct task_under_way {
    tasks::task task;
    std::uint64_t round = 0;   ///< when it began
    std::int64_t since_us = 0; ///< wall clock, for people
  };

  /// @param defining the modules that bring CustomResourceDefinitions
  /// @param scripted the modules that have an `enabled` script
  explicit work(reload_hooks hooks, std::set<std::string> defining = {}, modules_side_by_side groups = {},
                std::set<std::string> scripted = {}, module_failure on_failure = module_failure::wait)
    : needs_(groups.needs), plan_(std::move(hooks), std::move(defining), std::move(groups)),
      scripted_(std::move(scripted)), on_failure_(on_failure) {}

  // -- reasons

  [[nodiscard]] effects want_reload(std::string event);
  /// The pause with this number, which `reload_step::finished` has given, is over: the next reload is wanted,
  /// unless a reload has begun meanwhile.
  [[nodiscard]] effects pause_over(std::uint64_t number);
  /// Wants a run of the module, or another try of its deletion if it is to be deleted. Has no effect on a
  /// module that is neither enabled nor to be deleted, or that cannot run until a fault is repaired. Changed
  /// values are reported by `want`, not here.
  [[nodiscard]] effects want_run(const std::string& module, const std::string& event);
  /// Another Helm has worked on the release, so its module is run. If the module is not enabled or does not
  /// exist, a reload follows: it finds the unwanted release, which a deletion under way may not have seen.
  [[nodiscard]] effects want_release(const std::string& name, const std::string& event);
  [[nodiscard]] effects want(const consequence& x);
  /// Sets the modules that stay as they are. The run of a module that is paused by this ends before its next
  /// step, and no task of it begins. A module that is not paused any more is run, or its deletion goes on.
  [[nodiscard]] effects set_paused(modules::paused_modules x);

  /// True while a reason for a reload is held.
  [[nodiscard]] bool is_reload_held() const noexcept { return next_round_.has_value(); }
  /// To be called from time to time for each running task while a reason is held. A run that takes very long
  /// may wait for a result of the very reload that it holds up.
  /// @param ran_for the time for which the task has run
  [[nodiscard]] effects let_long_run_give_way(const tasks::task& x, std::chrono::microseconds patience,
                                              std::chrono::microseconds ran_for) const;

  // -- tasks: `begin`, then `end`. Not for reload_modules, and not for groups: their members begin and end.

  /// @param now_us wall clock, microseconds
  /// @returns the task to carry out, or the reason why there is no work; then the task has not begun.
  [[nodiscard]] std::variant<tasks::task, tasks::task_superseded> begin(const tasks::task& x, std::int64_t now_us);
  /// True if a new reload has been wanted since the task began.
  /// @pre the task is under way
  [[nodiscard]] bool is_overtaken(const tasks::task& x) const;
  /// Notes the result of the running discovery.
  /// @returns whether the result counts; it does not if a new reload has been wanted since the discovery
  /// began.
  bool discovered(const modules::discovered_modules& found);
  /// True if other tasks come before the next try of a task that fails now.
  [[nodiscard]] bool lets_pass(const tasks::task& x) const noexcept {
    return on_failure_ == module_failure::go_on
           && (std::holds_alternative<tasks::run_module>(x) || std::holds_alternative<tasks::delete_module>(x));
  }
  /// @pre the task is under way
  /// @returns the effects to carry out before its outcome is handed to the queue
  [[nodiscard]] effects end(const tasks::task& x, const tasks::task_result& how);

  /// True if an afterAll hook is under way, and the global state before the afterAll hooks is not known yet.
  /// Then the caller calls `global_state_before` before it runs the hook.
  [[nodiscard]] bool needs_global_state() const;
  void global_state_before(std::string state);
  /// An afterAll hook has changed values. @param words the values and the hook, for people
  void after_all_changed(std::string words) { changed_by_.insert(std::move(words)); }

  // -- the steps of reload_modules

  [[nodiscard]] reload_step_variant next_step(std::int64_t now_us);
  /// Answers `compare_global_state`: the reload is finished, or afterAll hooks have changed global values and
  /// it begins again (LIFECYCLE-STEPS 8).
  [[nodiscard]] reload_step_variant global_state_after(const std::string& state, std::int64_t now_us);

  // -- queries

  /// The reloads in a row that did not come to rest, and the reason.
  [[nodiscard]] const modules::loop_backoff& rounds() const noexcept { return rounds_; }
  [[nodiscard]] const std::set<std::string>& changed_by() const noexcept { return changed_by_; }
  [[nodiscard]] const reload_plan& plan() const noexcept { return plan_; }
  [[nodiscard]] reload_state reload() const noexcept;
  [[nodiscard]] run_state state_of(const std::string& module) const;
  /// In the order in which they began; several only if modules run side by side.
  [[nodiscard]] const std::vector<task_under_way>& under_way() const noexcept { return under_way_; }
  /// The tasks that wait for a reload, including its own task; 0 without a reload.
  [[nodiscard]] std::size_t reload_tasks() const noexcept;
  /// The modules that wait for a module that they need, and why.
  [[nodiscard]] const std::map<std::string, std::string>& waiting_for_needs() const noexcept {
    return needs_.waiting();
  }
  [[nodiscard]] bool is_first_reload_done() const noexcept { return first_reload_done_; }
  /// True if the last discovery holds removals back, or a discovery is under way: it may hold removals for a
  /// reason that has ended since the discovery read it.
  [[nodiscard]] bool may_hold_removals() const;

private:
  [[nodiscard]] task_under_way remove_ended(const tasks::task& x);
  [[nodiscard]] effects want_runs(const runs_follow& x);
  /// Why a run that could begin waits for a module that it needs; empty: it begins.
  [[nodiscard]] std::string wait_for_need(const tasks::task& x);
  [[nodiscard]] effects note_for_dependants(const tasks::task& x, const tasks::task_result& how);

  // Removes a task that begins from the waiting tasks. @returns why there is no work, or an empty text
  [[nodiscard]] std::string leave_line(tasks::run_module& x);
  [[nodiscard]] std::string leave_line(tasks::ask_enabled_script& x);
  [[nodiscard]] std::string leave_line(tasks::ensure_definitions& x);
  [[nodiscard]] std::string leave_line(tasks::delete_module& x);
  [[nodiscard]] std::string leave_line(tasks::purge_release& x) const;
  [[nodiscard]] std::string leave_line(const no_line auto&) const { return {}; }
  // Puts a task that has not succeeded back among the waiting tasks.
  void line_up(const tasks::run_module& x) { waiting_.insert(x.module); }
  void line_up(const tasks::ask_enabled_script& x) { waiting_questions_.insert(x.module); }
  void line_up(const tasks::delete_module& x) { waiting_deletions_.insert(x.module); }
  void line_up(const tasks::ensure_definitions&) const {}
  void line_up(const tasks::purge_release&) const {}
  void line_up(const no_line auto&) const {}

  void note_done(const task_under_way& x, const tasks::task_result& how);
  void let_pass(const task_under_way& failed);
  [[nodiscard]] effects want_deletion(const std::string& module);
  [[nodiscard]] effects want_question(const std::string& module);
  [[nodiscard]] reload_step_variant finish(std::int64_t now_us);
  [[nodiscard]] reload_step_variant pause_after(modules::loop_backoff::pause pause, std::int64_t now_us);
  [[nodiscard]] reload_step::finished end_reload(std::int64_t now_us);
  void begin_round(std::string event);
  void begin_round_of_all(std::string event);
  [[nodiscard]] effects cut_round(std::string event);
  [[nodiscard]] effects take_reason(std::string event);
  void let_give_way(effects& changes) const;
  /// Whether a reason for a reload has to wait for the end of this round.
  [[nodiscard]] bool is_round_protected() const;

  needed_runs needs_;
  reload_plan plan_;
  std::set<std::string> scripted_;
  module_failure on_failure_;
  std::set<std::string> waiting_;           ///< modules with a run that waits in main
  std::set<std::string> waiting_deletions_; ///< modules with a deletion that waits in main, outside of a reload
  std::set<std::string> waiting_questions_; ///< modules with an `enabled` script that is to be asked again
  std::vector<task_under_way> under_way_;
  std::optional<std::int64_t> reload_begun_us_;
  std::optional<std::string> state_before_after_all_; ///< in this round
  bool has_round_begun_ = false;                      ///< a task of this round has begun
  std::set<std::string> stuck_;                       ///< work of this round that has to be tried again
  unsigned rounds_cut_ = 0;                           ///< since a reload has ended without a held reason
  unsigned rounds_in_line_ = 0;                       ///< that the present reload task has begun and left
  std::optional<std::string> next_round_;             ///< while this round is protected: the reason of the next reload
  bool first_reload_done_ = false;
  modules::loop_backoff rounds_;     ///< of reloads that afterAll hooks make necessary
  std::set<std::string> changed_by_; ///< in the last round: values and hooks, for people
};

} // namespace core::main_queue
