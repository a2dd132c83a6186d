#include "actors/tasks/queue.hpp"

#include "actors/messages/debug.hpp"
#include "actors/messages/supervisor.hpp"
#include "base/overload.hpp"
#include "core/metrics/builtin_metrics.hpp"
#include "core/metrics/state_metrics.hpp"
#include "core/tasks/waiting_modules.hpp"
#include "sys/log/log.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <utility>

namespace actors::tasks {

namespace {

const char* outcome_name(const core::tasks::task_result& x) {
  return std::visit(base::overload{
                      [](const core::tasks::task_done&) { return "done"; },
                      [](const core::tasks::task_superseded&) { return "superseded"; },
                      [](const core::tasks::task_continues&) { return "continues"; },
                      [](const core::tasks::task_postponed&) { return "postponed"; },
                      [](const core::tasks::task_failed&) { return "failed"; },
                    },
                    x);
}

std::string problem_of(const core::tasks::queued_task& x, const std::string& queue) {
  return core::tasks::describe(x.task, queue) + ": " + x.failed.reason().message;
}

} // namespace

queue_state::queue_state(framework::actor_base<messages::queue_actor>* self, std::string name,
                         core::tasks::retry_rule retry, queue_peers peers)
  : self_(self), name_(std::move(name)), tasks_(retry), peers_(std::move(peers)) {}

core::tasks::queued_task queue_state::enqueue(const messages::task_entry& entry) {
  const auto id = ++last_task_;
  kept_.emplace(id, kept{entry.executor, self_->shared().steady_time_us()});
  return core::tasks::queued_task{.id = id, .task = entry.task, .causes = {self_->current_id()}};
}

void queue_state::append(const messages::append_task& x) {
  users_.insert(core::tasks::module_of(x.entry.task));
  // A task that was combined with an earlier task no longer needs its own executor.
  forget(tasks_.append(enqueue(x.entry)));
  run_head();
}

void queue_state::withdraw() {
  if (tasks_.head() == core::tasks::queue_order::head_state::running && tasks_.group() == nullptr)
    // A running head cannot be withdrawn. If it fails, the queue drops it: the new plan has the same task
    // again, and another try here would only delay that plan.
    head_withdrawn_ = core::tasks::belongs_to_reload(tasks_.tasks().front().task);
  for (const auto& taken : tasks_.withdraw(core::tasks::belongs_to_reload, self_->shared().steady_time_us()))
    forget(taken.id);
  run_head();
}

void queue_state::forget(const std::vector<std::uint64_t>& tasks) {
  for (const auto id : tasks) forget(id);
}

void queue_state::forget(std::uint64_t task) {
  kept_.erase(task);
  passed_.end(task);
}

void queue_state::repaired(const messages::failures_repaired& x) {
  const auto now_us = self_->shared().steady_time_us();
  for (const auto& next : tasks_.repaired_members(x.by, now_us)) remind(next);
  for (const auto& next : tasks_.repaired_aside(x.by, now_us)) remind(next);
  if (const auto next = tasks_.repaired(x.by, now_us)) wait(*next);
}

void queue_state::pause(const messages::pause_queue& x) {
  pause_.pause(x.why);
  // The head may have become due during the pause.
  run_head();
}

void queue_state::drain() {
  // The running head runs to its end; no further task begins.
  pause_.drain();
}

/// A reminder cannot be cancelled, so it carries the number of its wait.
void queue_state::wait(const core::tasks::head_wait& x) {
  wait_ends_us_ = self_->shared().steady_time_us() + std::chrono::microseconds(x.delay).count();
  remind(x);
}

void queue_state::remind(const core::tasks::head_wait& x) {
  if (x.delay.count() > 0) return self_->remind(x.delay, messages::head_wait_over{{}, x.number});
  wait_over({{}, x.number});
}

void queue_state::wait_over(const messages::head_wait_over& x) {
  tasks_.end_wait(x.wait);
  run_head();
}

void queue_state::run_head() {
  if (!pause_.may_begin()) return;
  if (tasks_.group() != nullptr) return run_members();
  const auto now_us = self_->shared().steady_time_us();
  // If a withdrawn task was waiting for its next try, the equal task of the next plan continues this wait.
  // Otherwise ten reloads in a second would cause ten tries in a second.
  if (const auto first = tasks_.hold_head(now_us)) {
    tell_failure();
    return wait(*first);
  }
  std::vector<std::uint64_t> combined;
  const auto* head = tasks_.start_head(combined, now_us);
  forget(combined);
  if (head == nullptr) return;
  const auto id = head->id;
  started_us_ = now_us; // also of a group: its members count their own time
  kept_.at(id).waited_us = now_us - kept_.at(id).waits_since_us;
  count_wait(head->task, std::chrono::microseconds(kept_.at(id).waited_us));
  if (tasks_.group() != nullptr) return begin_group();
  execute(id, *head, [this, id](const messages::task_outcome& outcome) { conclude(id, outcome); });
}

/// The cause of a task is the message that appended it, not the end of its predecessor.
void queue_state::execute(std::uint64_t id, const core::tasks::queued_task& x, const on_outcome& then) {
  const auto& known = kept_.at(id);
  const auto& causes = x.causes.empty() ? tasks_.tasks().front().causes : x.causes;
  self_->because(causes.front(), [&] {
    // No time limit, because only the executor knows how long the task may take.
    self_->ask(
      known.executor, messages::execute_task{{}, x.task, name_, x.failed.count(), causes}, then,
      [then](const std::string& reason) {
        then(messages::failed({base::error_code::unavailable, "the executor of the task has ended: " + reason}));
      });
  });
}

void queue_state::count_wait(const core::tasks::task& x, std::chrono::microseconds waited) {
  self_->tell(peers_.metrics,
              messages::count_metric{std::string(core::metrics::own_metric("task_wait_in_queue_seconds_total")),
                                     core::metrics::wait_labels(x, name_),
                                     std::max(std::chrono::duration<double>(waited).count(), 0.0)});
}

void queue_state::conclude(std::uint64_t id, const messages::task_outcome& outcome) {
  const auto now_us = self_->shared().steady_time_us();
  const auto& head = tasks_.tasks().front();
  report(head.task, outcome,
         {std::chrono::microseconds(now_us - started_us_), std::chrono::microseconds(kept_.at(id).waited_us),
          head.failed.count()});
  kept_.at(id).waits_since_us = now_us;
  const bool again = !std::exchange(head_withdrawn_, false);
  const auto finish = [&] { remove_head(id, [&] { tasks_.finish_head(now_us); }); };
  std::visit(base::overload{
               [&](const base::one_of<core::tasks::task_done, core::tasks::task_superseded> auto&) { finish(); },
               [&](const core::tasks::task_continues&) { again ? put_before_head(outcome.before) : finish(); },
               // A postponed task has not failed, but a failure of an earlier try is still reported.
               [&](const core::tasks::task_postponed& x) { again ? wait(tasks_.postpone_head(x.delay)) : finish(); },
               [&](const core::tasks::task_failed& x) {
                 // A failure while the operator stops is not retried: the next process runs the task again.
                 if (pause_.is_draining()) return tell_interrupted(tasks_.tasks().front().task, x.reason.message);
                 if (again && x.lets_pass) return set_aside(id, x.reason);
                 if (again) return wait_and_retry(x.reason);
                 remove_head(id, [&] { tasks_.drop_failed_head(x.reason, self_->shared().random(), now_us); });
               },
             },
             outcome.result);
}

void queue_state::remove_head(std::uint64_t id, const std::function<void()>& remove) {
  forget(id);
  remove();
  tell_problem({});
  run_head();
}

void queue_state::put_before_head(const std::vector<messages::task_entry>& entries) {
  tell_problem({});
  std::vector<core::tasks::queued_task> before;
  for (const auto& entry : entries) before.push_back(enqueue(entry));
  tasks_.insert_before_head(std::move(before));
  run_head();
}

// -- the members of a group ------------------------------------------------------

void queue_state::begin_group() {
  const auto waits = tasks_.hold_members(self_->shared().steady_time_us());
  if (!waits.empty()) tell_members();
  for (const auto& x : waits) remind(x);
  run_members();
}

void queue_state::run_members() {
  const auto now_us = self_->shared().steady_time_us();
  for (const auto i : tasks_.start_members(now_us)) {
    const auto& member = tasks_.group()->members()[i];
    // Each member is counted like a single task, so that metrics do not depend on groups.
    count_wait(member.run.task, std::chrono::microseconds(now_us - member.waits_since_us));
    execute(tasks_.tasks().front().id, member.run,
            [this, i](const messages::task_outcome& outcome) { conclude_member(i, outcome); });
  }
}

void queue_state::conclude_member(std::size_t member, const messages::task_outcome& outcome) {
  const auto now_us = self_->shared().steady_time_us();
  const auto& x = tasks_.group()->members()[member];
  report(x.run.task, outcome,
         {std::chrono::microseconds(now_us - x.began_us), std::chrono::microseconds(x.began_us - x.waits_since_us),
          x.run.failed.count()});
  if (const auto* failure = std::get_if<core::tasks::task_failed>(&outcome.result)) {
    conclude_failed_member(member, *failure);
    if (pause_.is_draining()) return;
  } else if (core::tasks::is_over(outcome.result)) {
    tasks_.finish_member(member, now_us);
  } else {
    tasks_.repeat_member(member, now_us);
  }
  if (x.run.failed.count() > 0) tell_members();
  if (tasks_.group()->is_over()) end_group();
  run_head();
}

void queue_state::conclude_failed_member(std::size_t member, const core::tasks::task_failed& failure) {
  const auto now_us = self_->shared().steady_time_us();
  const auto random = self_->shared().random();
  const auto& x = tasks_.group()->members()[member];
  std::optional<core::tasks::head_wait> next;
  if (failure.lets_pass && !pause_.is_draining()) {
    const auto id = ++last_task_;
    next = tasks_.set_member_aside(member, id, failure.reason, random, now_us);
    if (next) kept_.emplace(id, kept{kept_.at(tasks_.tasks().front().id).executor, now_us});
    if (next) passed_.note(id, problem_of(x.run, name_));
  } else {
    next = tasks_.fail_member(member, failure.reason, random, now_us);
  }
  if (pause_.is_draining()) return tell_interrupted(x.run.task, failure.reason.message);
  if (next) log_retry(x.run, next->delay);
  if (next) remind(*next);
}

void queue_state::end_group() {
  const auto now_us = self_->shared().steady_time_us();
  const auto& head = tasks_.tasks().front();
  report(head.task, tasks_.group()->is_withdrawn() ? messages::superseded("a reload is wanted") : messages::done(),
         {std::chrono::microseconds(now_us - started_us_), std::chrono::microseconds(kept_.at(head.id).waited_us)});
  forget(head.id);
  tasks_.finish_head(now_us);
  tell_problem({});
}

/// Reports all failed members as a single problem of the queue.
void queue_state::tell_members() {
  std::vector<std::string> failures;
  std::size_t failing = 0;
  for (const auto& x : tasks_.group()->members()) {
    const bool is_past =
      x.now == core::tasks::group_member::state::over || x.now == core::tasks::group_member::state::withdrawn;
    if (x.run.failed.count() == 0 || is_past || ++failing > core::tasks::passed_failures::told_max) continue;
    failures.push_back(problem_of(x.run, name_));
  }
  if (failing > failures.size()) failures.push_back(core::tasks::words_of_untold(failing - failures.size()));
  if (!failures.empty()) failures.back() += core::tasks::words_of_waiting(tasks_.tasks());
  tell_problem(std::move(failures));
}

// -- failures ----------------------------------------------------------------------

void queue_state::wait_and_retry(const base::error& reason) {
  const auto next = tasks_.fail_head(reason, self_->shared().random(), self_->shared().steady_time_us());
  log_retry(tasks_.tasks().front(), next.delay);
  tell_failure();
  wait(next);
}

/// The next head runs, and this task comes before its successors when its wait is over.
void queue_state::set_aside(std::uint64_t id, const base::error& reason) {
  const auto next = tasks_.set_head_aside(reason, self_->shared().random(), self_->shared().steady_time_us());
  const auto& aside = tasks_.aside().entries().back().task;
  passed_.note(id, problem_of(aside, name_));
  log_retry(aside, next.delay);
  tell_problem({});
  remind(next);
  run_head();
}

void queue_state::log_retry(const core::tasks::queued_task& x, std::chrono::milliseconds delay) const {
  sys::log::log_warning("task_retry", {{"queue", name_},
                                       {"task", core::tasks::describe(x.task, name_)},
                                       {"failures", static_cast<std::int64_t>(x.failed.count())},
                                       {"retry_in_seconds", std::chrono::duration<double>(delay).count()},
                                       {"error", x.failed.reason().message}});
}

/// A head that has not run yet may have its failure from an equal task of an earlier plan.
void queue_state::tell_failure() {
  const auto& head = tasks_.tasks().front();
  if (head.failed.count() > 0 && !passed_.contains(head.id))
    tell_problem({problem_of(head, name_) + core::tasks::words_of_waiting(tasks_.tasks())});
}

void queue_state::tell_interrupted(const core::tasks::task& x, const std::string& reason) {
  sys::log::log_info("task_interrupted", {{"queue", name_},
                                          {"task", core::tasks::describe(x, name_)},
                                          {"error", reason},
                                          {"hint", "the operator is stopping; its next start takes this up again"}});
}

void queue_state::tell_problem(std::vector<std::string> failures) {
  // Such a task is aside, or back in the line, or runs.
  passed_.append_to(failures);
  // A finished task causes a message only if the queue fails now or has failed before.
  if (failures.empty() && !failing_) return;
  failing_ = !failures.empty();
  self_->tell(peers_.supervisor,
              messages::module_state_changed{
                {},
                "queue '" + name_ + "'",
                failures.empty() ? std::nullopt : std::optional(fmt::to_string(fmt::join(failures, "; "))),
                {core::modules::trouble::failing_task}});
}

void queue_state::record(const core::tasks::task& x, const messages::task_outcome& outcome, const ended_try& how) {
  if (!self_->is_recording()) return;
  const auto* result = outcome_name(outcome.result);
  trace::event event;
  event.type = trace::trace_span::task;
  event.summary = core::tasks::describe(x, name_) + " " + result;
  event.step = core::tasks::lifecycle_step(x);
  trace::listed_facts listed(event.facts);
  messages::facts_of_try(x, name_, how.failures, listed);
  event.facts.push_back({"outcome", result});
  event.facts.push_back({"waited_us", std::to_string(how.waited.count())});
  if (const auto* failure = std::get_if<core::tasks::task_failed>(&outcome.result))
    event.facts.push_back({"reason", failure->reason.message});
  if (const auto* other = std::get_if<core::tasks::task_superseded>(&outcome.result))
    event.facts.push_back({"reason", other->reason});
  self_->record_span(std::move(event), how.lasted);
}

void queue_state::report(const core::tasks::task& x, const messages::task_outcome& outcome, const ended_try& how) {
  const auto* result = outcome_name(outcome.result);
  record(x, outcome, how);
  if (std::holds_alternative<core::tasks::reload_modules>(x)) return;
  std::vector<sys::log::log_field> fields{
    {"step", core::tasks::lifecycle_step(x)}, {"task", core::tasks::type_name(x)}, {"queue", name_}};
  // Named, because the fields only refer to these texts.
  const auto module = core::tasks::module_of(x);
  const auto hook = core::tasks::hook_of(x);
  if (!module.empty()) fields.push_back({"module", module});
  if (!hook.empty()) fields.push_back({"hook", hook});
  fields.push_back({"seconds", std::chrono::duration<double>(how.lasted).count()});
  fields.push_back({"outcome", result});
  sys::log::log(sys::log::log_level::info, "task_finished", fields);
}

messages::queue_actor::behavior_type queue_state::make_behavior() {
  return framework::behavior(
    self_, [this](const messages::append_task& x) { append(x); },
    [this](const messages::withdraw_tasks&) { withdraw(); }, [this](const messages::leave_queue& x) { leave(x); },
    [this](const messages::runs_left_out& x) { leave_out(x); },
    [this](const messages::failures_repaired& x) { repaired(x); }, [this](const messages::pause_queue& x) { pause(x); },
    [this](const messages::drain_queue&) { drain(); }, [this](const messages::measure_metrics&) { return measure(); },
    [this](const messages::describe_queue&) {
      return messages::queue_described{{}, dump()};
    },
    [this](const messages::head_wait_over& x) { wait_over(x); });
}

messages::queue_actor queue(caf::actor_system& system, const framework::context_ptr& shared, const std::string& name,
                            core::tasks::retry_rule retry, const queue_peers& peers) {
  return framework::spawn<queue_state>(system, framework::placement::shared, shared, "queue " + name, name, retry,
                                       peers);
}

} // namespace actors::tasks
