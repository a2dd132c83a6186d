#include "core/tasks/task_queue.hpp"

#include <cassert>
#include <utility>

namespace core {

std::vector<std::uint64_t> task_queue::append(queued_task x) {
  tasks_.push_back(std::move(x));
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

void task_queue::finish_head() {
  assert(head_ == head_state::running);
  tasks_.pop_front();
  head_ = head_state::idle;
}

std::chrono::milliseconds task_queue::fail_head(const std::string& message, std::uint64_t random) {
  assert(head_ == head_state::running);
  auto& head = tasks_.front();
  ++head.failures;
  head.failure_message = message;
  head_ = head_state::waiting;
  delay_ = retry_.delay(head.failures, random);
  return delay_;
}

void task_queue::postpone_head(std::chrono::milliseconds delay) {
  assert(head_ == head_state::running);
  head_ = head_state::waiting;
  delay_ = delay;
}

void task_queue::end_wait(std::uint64_t id) {
  if (head_ == head_state::waiting && tasks_.front().id == id) head_ = head_state::idle;
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
