#include "actors/tasks/queue.hpp"

#include "actors/messages/debug.hpp"
#include "actors/messages/supervisor.hpp"
#include "core/metrics/builtin_metrics.hpp"
#include "core/metrics/state_metrics.hpp"
#include "sys/log.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace actors {

namespace {

const char* outcome_name(const core::task_result& x) {
  if (std::holds_alternative<core::task_done>(x)) return "done";
  if (std::holds_alternative<core::task_superseded>(x)) return "superseded";
  if (std::holds_alternative<core::task_continues>(x)) return "continues";
  if (std::holds_alternative<core::task_postponed>(x)) return "postponed";
  return "failed";
}

} // namespace

queue_state::queue_state(base<queue_actor>* self, std::string name, core::backoff retry, queue_peers peers)
  : self_(self), name_(std::move(name)), tasks_(retry), peers_(std::move(peers)) {}

core::queued_task queue_state::enqueue(const task_entry& entry) {
  const auto id = ++last_task_;
  kept_.emplace(id, kept{entry.executor, self_->shared().steady_time_us(), self_->current_id()});
  return core::queued_task{id, entry.task};
}

void queue_state::append(const append_task& x) {
  forget(tasks_.append(enqueue(x.entry)));
  run_head();
}

void queue_state::withdraw() {
  if (tasks_.head() == core::task_queue::head_state::running)
    head_withdrawn_ = core::belongs_to_reload(tasks_.tasks().front().task);
  for (const auto& taken : tasks_.withdraw(core::belongs_to_reload, self_->shared().steady_time_us()))
    kept_.erase(taken.id);
  run_head();
}

void queue_state::forget(const std::vector<std::uint64_t>& tasks) {
  for (const auto id : tasks) kept_.erase(id);
}

void queue_state::repaired(const failures_repaired& x) {
  if (const auto next = tasks_.repaired(x.by, self_->shared().steady_time_us())) wait(*next);
}

void queue_state::drain() {
  draining_ = true;
}

/// A reminder cannot be taken back, so it names its wait.
void queue_state::wait(const core::head_wait& x) {
  wait_ends_us_ = self_->shared().steady_time_us() + std::chrono::microseconds(x.delay).count();
  if (x.delay.count() > 0) return self_->remind(x.delay, head_wait_over{{}, x.number});
  wait_over({{}, x.number});
}

void queue_state::wait_over(const head_wait_over& x) {
  tasks_.end_wait(x.wait);
  run_head();
}

void queue_state::run_head() {
  if (draining_) return;
  const auto now_us = self_->shared().steady_time_us();
  if (const auto first = tasks_.hold_head(now_us)) {
    tell_failure();
    return wait(*first);
  }
  std::vector<std::uint64_t> combined;
  const auto* head = tasks_.start_head(combined, now_us);
  forget(combined);
  if (head == nullptr) return;
  const auto id = head->id;
  started_us_ = now_us;
  count_wait(*head);
  // A task runs because it was appended, not because the one before it has ended.
  self_->because(kept_.at(id).cause, [&] { execute(id, head->task, head->failed.count()); });
}

void queue_state::execute(std::uint64_t id, const core::task& task, unsigned failures) {
  // No time limit here: only the executor knows how long the task may take.
  self_->ask(
    kept_.at(id).executor, execute_task{{}, task, name_, failures},
    [this, id](const task_outcome& outcome) { conclude(id, outcome); },
    [this, id](const std::string& reason) {
      conclude(id, failed({core::error_code::unavailable, "the executor of the task has ended: " + reason}));
    });
}

void queue_state::count_wait(const core::queued_task& head) {
  const auto waited = std::chrono::microseconds(started_us_ - kept_.at(head.id).waits_since_us);
  self_->tell(peers_.metrics, count_metric{std::string(core::own_metric("task_wait_in_queue_seconds_total")),
                                           core::wait_labels(head.task, name_),
                                           std::max(std::chrono::duration<double>(waited).count(), 0.0)});
}

void queue_state::conclude(std::uint64_t id, const task_outcome& outcome) {
  const auto now_us = self_->shared().steady_time_us();
  report(tasks_.tasks().front(), outcome, std::chrono::microseconds(now_us - started_us_));
  kept_.at(id).waits_since_us = now_us;
  const bool again = !std::exchange(head_withdrawn_, false);
  const auto* failure = std::get_if<core::task_failed>(&outcome.result);
  if (failure != nullptr && draining_) return tell_interrupted(failure->reason.message);
  if (failure != nullptr && again) return wait_and_retry(failure->reason);
  if (const auto* postponed = std::get_if<core::task_postponed>(&outcome.result); postponed && again)
    // It has not failed; a failure of an earlier try is still reported.
    return wait(tasks_.postpone_head(postponed->delay));
  tell_problem(std::nullopt);
  if (std::holds_alternative<core::task_continues>(outcome.result) && again) {
    std::vector<core::queued_task> before;
    for (const auto& entry : outcome.before) before.push_back(enqueue(entry));
    tasks_.insert_before_head(std::move(before));
  } else {
    kept_.erase(id);
    if (failure != nullptr)
      tasks_.drop_failed_head(failure->reason, self_->shared().random(), now_us);
    else
      tasks_.finish_head(now_us);
  }
  run_head();
}

void queue_state::wait_and_retry(const core::error& reason) {
  const auto next = tasks_.fail_head(reason, self_->shared().random(), self_->shared().steady_time_us());
  const auto& head = tasks_.tasks().front();
  sys::log_warning("task_retry", {{"queue", name_},
                                  {"task", core::describe(head.task, name_)},
                                  {"failures", static_cast<std::int64_t>(head.failed.count())},
                                  {"retry_in_seconds", std::chrono::duration<double>(next.delay).count()},
                                  {"error", reason.message}});
  tell_failure();
  wait(next);
}

/// The head waits for its next try, which it may have begun as another task that was taken back.
void queue_state::tell_failure() {
  const auto& head = tasks_.tasks().front();
  if (head.failed.count() > 0) tell_problem(core::describe(head.task, name_) + ": " + head.failed.reason().message);
}

void queue_state::tell_interrupted(const std::string& reason) {
  const auto task = core::describe(tasks_.tasks().front().task, name_);
  sys::log_info("task_interrupted", {{"queue", name_},
                                     {"task", task},
                                     {"error", reason},
                                     {"hint", "the operator is stopping; its next start takes this up again"}});
}

void queue_state::tell_problem(std::optional<std::string> problem) {
  if (!problem && !failing_) return;
  failing_ = problem.has_value();
  self_->tell(peers_.supervisor, module_state_changed{{}, "queue '" + name_ + "'", std::move(problem)});
}

void queue_state::report(const core::queued_task& head, const task_outcome& outcome,
                         std::chrono::microseconds duration) {
  const auto* result = outcome_name(outcome.result);
  self_->record_span(std::string(core::trace_span::task), core::describe(head.task, name_) + " " + result,
                     core::lifecycle_step(head.task), duration);
  if (std::holds_alternative<core::converge_modules>(head.task)) return;
  std::vector<sys::log_field> fields{
    {"step", core::lifecycle_step(head.task)}, {"task", core::type_name(head.task)}, {"queue", name_}};
  // Fields only refer to their texts.
  const auto module = core::module_of(head.task);
  const auto hook = core::hook_of(head.task);
  if (!module.empty()) fields.push_back({"module", module});
  if (!hook.empty()) fields.push_back({"hook", hook});
  fields.push_back({"seconds", std::chrono::duration<double>(duration).count()});
  fields.push_back({"outcome", result});
  sys::log(sys::log_level::info, "task_finished", fields);
}

metrics_measured queue_state::measure() const {
  return {core::queue_metrics(name_, tasks_.tasks())};
}

core::queue_dump queue_state::dump() const {
  const auto now_us = self_->shared().steady_time_us();
  core::queue_dump x{name_, tasks_.head(), std::chrono::microseconds(wait_ends_us_ - now_us), draining_, {}};
  for (const auto& queued : tasks_.tasks()) {
    auto& task = x.tasks.emplace_back(core::dump_of(queued.task, name_));
    task.waits = std::chrono::microseconds(now_us - kept_.at(queued.id).waits_since_us);
    task.failures = queued.failed.count();
    if (task.failures > 0) task.failure = queued.failed.reason().message;
  }
  if (x.head == core::task_queue::head_state::running)
    x.tasks.front().waits = std::chrono::microseconds(now_us - started_us_);
  return x;
}

queue_actor::behavior_type queue_state::make_behavior() {
  return behavior(
    self_, [this](const append_task& x) { append(x); }, [this](const withdraw_tasks&) { withdraw(); },
    [this](const failures_repaired& x) { repaired(x); }, [this](const drain_queue&) { drain(); },
    [this](const measure_metrics&) { return measure(); },
    [this](const describe_queue&) {
      return queue_described{{}, dump()};
    },
    [this](const head_wait_over& x) { wait_over(x); });
}

queue_actor queue(caf::actor_system& system, const context_ptr& shared, const std::string& name, core::backoff retry,
                  const queue_peers& peers) {
  return spawn<queue_state>(system, placement::shared, shared, "queue " + name, name, retry, peers);
}

} // namespace actors
