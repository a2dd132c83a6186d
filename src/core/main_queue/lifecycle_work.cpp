#include "core/main_queue/lifecycle_work.hpp"

#include "base/overload.hpp"

#include <algorithm>
#include <cassert>
#include <utility>

namespace core::main_queue {

namespace {

constexpr const char* paused_words = "the module is paused";
constexpr const char* resumed = "ModuleResumed";

/// The number of rounds in a row that may be cut short before a round is protected.
constexpr unsigned rounds_cut_max = 2;

} // namespace

// -- reasons -----------------------------------------------------------------

effects work::want_reload(std::string event) {
  rounds_.end_pauses();
  return take_reason(std::move(event));
}

effects work::pause_over(std::uint64_t number) {
  return rounds_.is_due(number) ? take_reason("GlobalValuesChanged") : effects{};
}

effects work::take_reason(std::string event) {
  if (is_round_protected()) {
    next_round_ = std::move(event);
    // The round continues, but a task that waits after a failure, or for objects, may need the new inputs.
    effects changes{effect::repaired{tasks::repair::inputs_of_all{}}};
    let_give_way(changes);
    return changes;
  }
  return cut_round(std::move(event));
}

void work::let_give_way(effects& changes) const {
  for (const auto& x : under_way_)
    if (const auto module = tasks::module_of(x.task); !module.empty()) changes.push_back(effect::give_way{module});
}

bool work::is_round_protected() const {
  return has_round_begun_ && stuck_.empty() && rounds_cut_ >= rounds_cut_max;
}

effects work::let_long_run_give_way(const tasks::task& x, std::chrono::microseconds patience,
                                    std::chrono::microseconds ran_for) const {
  const auto module = tasks::module_of(x);
  if (!is_reload_held() || ran_for < patience || module.empty()) return {};
  return {effect::give_way{module}};
}

effects work::cut_round(std::string event) {
  effects changes{effect::withdraw_reload{}};
  // The first reason of a process repairs no failure: the running onStartup hooks belong to the same start.
  if (plan_.round() > 0) changes.push_back(effect::repaired{tasks::repair::inputs_of_all{}});
  let_give_way(changes);
  if (!plan_.wanted()) changes.push_back(effect::append{tasks::reload_modules{event}});
  // A round counts as cut only if it has begun work.
  if (has_round_begun_) ++rounds_cut_;
  begin_round_of_all(std::move(event));
  return changes;
}

/// Begins a round with all work that waits in the queue, which is to be taken back.
void work::begin_round_of_all(std::string event) {
  begin_round(std::move(event));
  // Runs of single modules are part of the reload.
  waiting_.clear();
  waiting_deletions_.clear();
  // The discovery of the reload asks all scripts.
  waiting_questions_.clear();
}

void work::begin_round(std::string event) {
  if (has_round_begun_) ++rounds_in_line_;
  plan_.want(std::move(event));
  state_before_after_all_.reset();
  changed_by_.clear();
  next_round_.reset();
  has_round_begun_ = false;
  stuck_.clear();
}

effects work::want_run(const std::string& module, const std::string& event) {
  // Values of a disabled module can only affect its deletion.
  if (!plan_.is_enabled(module)) return want_deletion(module);
  // The module cannot run until its fault is repaired, and the repair is a reason for a reload; the end of a
  // pause is a reason for a run.
  if (plan_.is_held_back(module) || plan_.is_paused(module)) return {};
  // A waiting run covers this reason: it reads current values when it begins.
  if (!waiting_.insert(module).second) return {};
  return {effect::append{tasks::run_module{module, plan_.enabling(module), event}}};
}

effects work::want_deletion(const std::string& module) {
  if (!plan_.is_to_delete(module) || plan_.is_paused(module)) return {};
  // A waiting deletion may wait after a failure, which the new reason may have repaired.
  if (!waiting_deletions_.insert(module).second) return {effect::repaired{tasks::repair::inputs_of{module}}};
  return {effect::append{tasks::delete_module{module}}};
}

/// An enabled module needs no question outside of a reload: its run asks the script. During a reload the
/// question is queued for enabled modules, too. The discovery may have asked the script before this change
/// and may disable the module; then no run asks the script.
effects work::want_question(const std::string& module) {
  const bool asked_by_run =
    !plan_.wanted() && plan_.is_enabled(module) && !plan_.is_held_back(module) && !plan_.is_paused(module);
  if (asked_by_run || !scripted_.contains(module) || !waiting_questions_.insert(module).second) return {};
  return {effect::append{tasks::ask_enabled_script{module}}};
}

effects work::want_release(const std::string& name, const std::string& event) {
  // Before the first discovery no task is needed, because that discovery finds the release.
  if (!plan_.last_discovery()) return {};
  // If the release belonged to another platform, the module does not run until a discovery finds the release
  // free.
  const bool may_run = plan_.is_enabled(name) && !plan_.last_discovery()->kept_for_others.contains(name);
  return may_run ? want_run(name, event) : want_reload(event);
}

effects work::want(const consequence& x) {
  return std::visit(base::overload{
                      [](const nothing_follows&) { return effects{}; },
                      [&](const reload_follows& reload) { return want_reload(reload.event); },
                      [&](const runs_follow& runs) { return want_runs(runs); },
                    },
                    x);
}

effects work::want_runs(const runs_follow& x) {
  effects changes;
  for (const auto& module : x.modules) {
    changes.push_back(effect::repaired{tasks::repair::inputs_of{module}});
    for (auto& effect : want_run(module, x.event)) changes.push_back(std::move(effect));
    for (auto& effect : want_question(module)) changes.push_back(std::move(effect));
  }
  return changes;
}

effects work::set_paused(modules::paused_modules x) {
  const auto before = plan_.set_paused(std::move(x));
  effects changes;
  const auto add = [&](effects more) {
    for (auto& effect : more) changes.push_back(std::move(effect));
  };
  const auto look_at = [&](const std::string& name) {
    const bool is_paused = plan_.is_paused(name);
    if (before.contains(name) == is_paused) return;
    // A task that waits after a failure is tried at once, which ends it.
    if (is_paused)
      changes.push_back(effect::repaired{tasks::repair::asked_for{name}});
    else
      add(plan_.is_to_purge(name) ? want_reload(resumed) : want_run(name, resumed));
  };
  if (before == plan_.paused() || !plan_.last_discovery()) return changes;
  // A copy, because a reload that is wanted meanwhile may replace the discovery.
  const auto found = *plan_.last_discovery();
  for (const auto* names : {&found.enabled, &found.to_delete, &found.to_purge})
    for (const auto& name : *names) look_at(name);
  return changes;
}

// -- tasks -------------------------------------------------------------------

std::variant<tasks::task, tasks::task_superseded> work::begin(const tasks::task& x, std::int64_t now_us) {
  // Only the members of a group run beside another task of queue `main`.
  assert(under_way_.empty() || std::holds_alternative<tasks::run_module>(x));
  auto current = x;
  // A task that begins again no longer counts as stuck.
  stuck_.erase(tasks::work_of(x));
  const std::string covered = std::visit([this](auto& task) { return leave_line(task); }, current);
  if (!covered.empty()) return tasks::task_superseded{covered};
  if (auto why = wait_for_need(current); !why.empty()) return tasks::task_superseded{std::move(why)};
  under_way_.push_back({current, plan_.round(), now_us});
  has_round_begun_ = has_round_begun_ || (plan_.wanted() && tasks::belongs_to_reload(current));
  return current;
}

std::string work::wait_for_need(const tasks::task& x) {
  const auto* run = std::get_if<tasks::run_module>(&x);
  if (run == nullptr) return {};
  auto why = needs_.why_waits(
    run->module, [this](const std::string& need) { return plan_.is_enabled(need) && !plan_.is_held_back(need); });
  // It has had its turn in this round, and runs as soon as the needed module has run.
  if (!why.empty()) plan_.module_ran(run->module, plan_.round());
  return why;
}

effects work::note_for_dependants(const tasks::task& x, const tasks::task_result& how) {
  const auto* run = std::get_if<tasks::run_module>(&x);
  if (run == nullptr) return {};
  if (std::holds_alternative<tasks::task_failed>(how)) needs_.note_failed(run->module);
  effects changes;
  if (!std::holds_alternative<tasks::task_done>(how)) return changes;
  for (const auto& module : needs_.note_ran(run->module)) {
    // No run of it begins now, so it waits for no need.
    if (!plan_.is_enabled(module) || plan_.is_held_back(module) || plan_.is_paused(module)) needs_.forget(module);
    for (auto& effect : want_run(module, "NeededModuleRan")) changes.push_back(std::move(effect));
  }
  return changes;
}

std::string work::leave_line(tasks::run_module& x) {
  if (waiting_.erase(x.module) == 0) return "a run that has begun since covers it";
  if (!plan_.is_enabled(x.module)) {
    needs_.forget(x.module);
    return "the module is not enabled any more";
  }
  if (plan_.is_held_back(x.module)) return "the module cannot run until something is repaired";
  if (plan_.is_paused(x.module)) return paused_words;
  // The module may have been disabled and enabled since the task was made.
  x.enabling = plan_.enabling(x.module);
  return {};
}

std::string work::leave_line(tasks::ask_enabled_script& x) {
  waiting_questions_.erase(x.module);
  return {};
}

std::string work::leave_line(tasks::ensure_definitions& x) {
  if (!plan_.is_enabled(x.module)) return "the module is not enabled any more";
  if (plan_.is_paused(x.module)) return paused_words;
  x.enabling = plan_.enabling(x.module);
  return {};
}

std::string work::leave_line(tasks::purge_release& x) const {
  return plan_.is_paused(x.release) ? "the release is paused" : "";
}

std::string work::leave_line(tasks::delete_module& x) {
  waiting_deletions_.erase(x.module);
  if (plan_.is_paused(x.module)) return paused_words;
  if (!plan_.is_to_delete(x.module)) return "the module is not to be deleted any more";
  needs_.forget(x.module);
  return {};
}

bool work::is_overtaken(const tasks::task& x) const {
  return std::any_of(under_way_.begin(), under_way_.end(), [&](const task_under_way& begun) {
    return begun.round != plan_.round() && tasks::work_of(begun.task) == tasks::work_of(x);
  });
}

bool work::discovered(const modules::discovered_modules& found) {
  assert(!under_way_.empty());
  const auto round = under_way_.front().round;
  plan_.discovered(found, round);
  return round == plan_.round();
}

bool work::may_hold_removals() const {
  const auto is_discovery = [](const task_under_way& x) {
    return std::holds_alternative<tasks::discover_modules>(x.task);
  };
  const auto& last = plan_.last_discovery();
  return (last && last->holds_removals()) || std::any_of(under_way_.begin(), under_way_.end(), is_discovery);
}

work::task_under_way work::remove_ended(const tasks::task& x) {
  const auto i =
    std::find_if(under_way_.begin(), under_way_.end(), [work = tasks::work_of(x)](const task_under_way& begun) {
      return tasks::work_of(begun.task) == work;
    });
  assert(i != under_way_.end());
  auto taken = std::move(*i);
  under_way_.erase(i);
  return taken;
}

effects work::end(const tasks::task& x, const tasks::task_result& how) {
  const auto ended = remove_ended(x);
  const bool current = ended.round == plan_.round();
  auto freed = note_for_dependants(ended.task, how);
  if (tasks::is_over(how)) {
    note_done(ended, how);
    return freed;
  }
  if (current) {
    std::visit([this](const auto& task) { line_up(task); }, ended.task);
    // If later modules pass a failed module, the failed module has had its turn in this round, and holds up
    // no reason.
    if (std::holds_alternative<tasks::task_failed>(how) && lets_pass(ended.task)) {
      let_pass(ended);
      return freed;
    }
    // A stuck task ends the protection of the round, because it may be waiting for the very reason that is
    // held.
    stuck_.insert(tasks::work_of(ended.task));
  }
  return next_round_ ? cut_round(*std::exchange(next_round_, std::nullopt)) : effects{};
}

void work::let_pass(const task_under_way& failed) {
  if (std::holds_alternative<tasks::run_module>(failed.task))
    plan_.module_ran(tasks::module_of(failed.task), failed.round);
  else
    plan_.deletion_put_off(tasks::module_of(failed.task), failed.round);
}

void work::note_done(const task_under_way& ended, const tasks::task_result& how) {
  const auto round = ended.round;
  const bool is_done = std::holds_alternative<tasks::task_done>(how);
  std::visit(base::overload{
               [&](const tasks::run_global_hook& x) { plan_.global_hook_ran(x.at, x.hook, round); },
               [&](const tasks::ensure_definitions& x) {
                 if (is_done)
                   plan_.definitions_ensured(x.module, x.enabling);
                 else
                   plan_.definitions_refused(x.module, round);
               },
               [&](const tasks::run_module& x) { plan_.module_ran(x.module, round); },
               [&](const tasks::purge_release& x) { plan_.release_purged(x.release); },
               [&](const tasks::delete_module& x) {
                 // A deletion that was given up has not happened: it is put off.
                 if (is_done)
                   plan_.module_deleted(x.module);
                 else
                   plan_.deletion_put_off(x.module, round);
               },
               // A discovery is noted by its result, and a group by its members. All other tasks are no part
               // of a plan.
               [](const base::one_of<tasks::discover_modules, tasks::run_modules, tasks::ask_enabled_script> auto&) {},
               [](const base::one_of<tasks::synchronize_global_hook, tasks::await_global_synchronization> auto&) {},
               [](const base::one_of<tasks::reload_modules, tasks::run_hook_for_events> auto&) {},
             },
             ended.task);
}

bool work::needs_global_state() const {
  if (under_way_.empty() || state_before_after_all_) return false;
  const auto* hook = std::get_if<tasks::run_global_hook>(&under_way_.front().task);
  return hook != nullptr && hook->at == tasks::run_global_hook::moment::after_all;
}

void work::global_state_before(std::string state) {
  assert(!under_way_.empty());
  // A state of an earlier round must not be compared with the state behind the afterAll hooks of this round.
  if (under_way_.front().round == plan_.round()) state_before_after_all_ = std::move(state);
}

// -- queries -----------------------------------------------------------------

work::reload_state work::reload() const noexcept {
  if (!plan_.wanted()) return reload_state::none;
  return reload_begun_us_ ? reload_state::under_way : reload_state::queued;
}

work::run_state work::state_of(const std::string& module) const {
  const bool running = std::any_of(under_way_.begin(), under_way_.end(), [&](const task_under_way& x) {
    const auto* run = std::get_if<tasks::run_module>(&x.task);
    return run != nullptr && run->module == module;
  });
  if (waiting_.contains(module)) return running ? run_state::running_and_waiting : run_state::waiting;
  return running ? run_state::running : run_state::none;
}

std::size_t work::reload_tasks() const noexcept {
  return plan_.wanted() ? waiting_.size() + 1 : 0;
}

} // namespace core::main_queue
