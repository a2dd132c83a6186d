#include "core/tasks/task_queue.hpp"

#include <algorithm>
#include <cassert>
#include <utility>

namespace core {

namespace {

/// Of crowded runs: ten at once, then one in 100 ms, while each brings 32 events or more down to one in 400 ms.
constexpr pour_pace::limits flood{std::chrono::milliseconds(100), std::chrono::milliseconds(400), 32, 9};
/// So many events in one run make it a crowded one, and so many that have come during it. A single one may be caused by
/// the run itself.
constexpr std::size_t crowd_in_run = 4;
constexpr std::size_t crowd_behind_it = 2;
/// The steps before are those of a start or a reload, for which somebody waits.
constexpr int first_step_of_events = 9;

std::size_t events_in(const task& x) {
  const auto* events = std::get_if<run_hook_for_events>(&x);
  return events != nullptr ? events->runs.size() : 0;
}

} // namespace

task_queue::task_queue(backoff retry) : retry_(retry), flood_(flood) {}

std::vector<std::uint64_t> task_queue::append(queued_task x) {
  tasks_.push_back(std::move(x));
  if (head_ == head_state::gathering && !is_of_crowd(tasks_.back())) head_ = head_state::idle;
  // A head that waits for its next try may still grow.
  return compact(tasks_, head_ == head_state::running ? 1 : 0);
}

void task_queue::insert_before_head(std::vector<queued_task> xs) {
  assert(head_ == head_state::running);
  tasks_.insert(tasks_.begin(), std::make_move_iterator(xs.begin()), std::make_move_iterator(xs.end()));
  head_ = head_state::idle;
}

const queued_task* task_queue::start_head(std::vector<std::uint64_t>& combined) {
  if (tasks_.empty() || head_ != head_state::idle) return nullptr;
  auto end = tasks_.begin() + 1;
  for (; end != tasks_.end() && combine(tasks_.front().task, end->task); ++end) combined.push_back(end->id);
  tasks_.erase(tasks_.begin() + 1, end);
  head_ = head_state::running;
  return &tasks_.front();
}

void task_queue::finish_head(std::int64_t now_us) {
  assert(head_ == head_state::running);
  const bool others_have_come = tasks_.size() > crowd_behind_it && is_crowd();
  const auto events = events_in(tasks_.front().task);
  if (others_have_come || events >= crowd_in_run) flood_.take(events, std::chrono::microseconds(now_us));
  tasks_.pop_front();
  head_ = head_state::idle;
}

bool task_queue::is_of_crowd(const queued_task& x) const {
  return can_combine(tasks_.front().task, x.task) && lifecycle_step(x.task) >= first_step_of_events;
}

bool task_queue::is_crowd() const {
  return std::all_of(tasks_.begin(), tasks_.end(), [this](const queued_task& x) { return is_of_crowd(x); });
}

std::chrono::milliseconds task_queue::gather(std::int64_t now_us) {
  if (tasks_.empty() || head_ != head_state::idle) return {};
  const auto delay = std::chrono::ceil<std::chrono::milliseconds>(flood_.wait(std::chrono::microseconds(now_us)));
  if (delay.count() == 0 || !is_crowd()) return {};
  head_ = head_state::gathering;
  return delay;
}

std::chrono::milliseconds task_queue::fail_head(std::uint64_t random) {
  assert(head_ == head_state::running);
  head_ = head_state::waiting;
  return retry_.delay(++tasks_.front().failures, random);
}

void task_queue::postpone_head() {
  assert(head_ == head_state::running);
  head_ = head_state::waiting;
}

void task_queue::end_wait(std::uint64_t id) {
  const bool waits = head_ == head_state::waiting || head_ == head_state::gathering;
  if (waits && tasks_.front().id == id) head_ = head_state::idle;
}

std::vector<queued_task> task_queue::withdraw(const std::function<bool(const task&)>& matches) {
  std::vector<queued_task> taken;
  std::deque<queued_task> kept;
  for (std::size_t i = 0; i < tasks_.size(); ++i) {
    const bool begun = i == 0 && head_ == head_state::running;
    if (begun || !matches(tasks_[i].task)) {
      kept.push_back(std::move(tasks_[i]));
      continue;
    }
    if (i == 0) head_ = head_state::idle;
    taken.push_back(std::move(tasks_[i]));
  }
  tasks_ = std::move(kept);
  return taken;
}

} // namespace core
