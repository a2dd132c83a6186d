// The answers of a queue about itself, for people and for metrics.
#include "actors/tasks/queue.hpp"
#include "core/metrics/state_metrics.hpp"

#include <utility>

namespace actors::tasks {

messages::metrics_measured queue_state::measure() const {
  using core::metrics::hold;
  // A queue that no module uses any more has no series, unless a person holds it.
  if (users_.empty() && tasks_.tasks().empty() && !pause_.is_paused() && name_ != "main") return {};
  auto measured = core::metrics::queue_metrics(name_, tasks_.tasks());
  measured.push_back(core::metrics::pause_of_queue(name_, pause_.is_paused() ? hold::paused : hold::none));
  return {std::move(measured)};
}

core::tasks::queue_dump queue_state::dump() const {
  const auto now_us = self_->shared().steady_time_us();
  core::tasks::queue_dump x{
    name_, tasks_.head(), std::chrono::microseconds(wait_ends_us_ - now_us), pause_.is_draining(), {},
    {},    pause_.why()};
  const auto dumped = [&](const core::tasks::queued_task& queued) {
    auto task = core::tasks::dump_of(queued.task, name_);
    task.waits = std::chrono::microseconds(now_us - kept_.at(queued.id).waits_since_us);
    task.failures = queued.failed.count();
    if (task.failures > 0) task.failure = queued.failed.reason().message;
    return task;
  };
  for (const auto& queued : tasks_.tasks()) x.tasks.push_back(dumped(queued));
  if (x.head == core::tasks::queue_order::head_state::running)
    x.tasks.front().waits = std::chrono::microseconds(now_us - started_us_);
  if (tasks_.group() != nullptr) x.tasks.front().members = dump_members(now_us);
  for (const auto& [queued, wait] : tasks_.aside().entries())
    x.aside.emplace_back(dumped(queued)).waits = queued.failed.wait(tasks_.retry(), now_us);
  return x;
}

std::vector<core::tasks::dumped_member> queue_state::dump_members(std::int64_t now_us) const {
  std::vector<core::tasks::dumped_member> members;
  for (const auto& x : tasks_.group()->members()) members.push_back(core::tasks::dump_of(x, tasks_.retry(), now_us));
  return members;
}

} // namespace actors::tasks
