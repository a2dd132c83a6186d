#include "kube/transport/transfer_commands.hpp"

#include <utility>

namespace kube::transport {

api::transfer_id transfer_commands::start(api::http_request request, api::response_events events,
                                          answer_budget& budget) {
  auto cancelled = std::make_shared<std::atomic<bool>>(false);
  api::transfer_id id = 0;
  {
    std::lock_guard lock(mutex_);
    id = ++last_id_;
    auto transfer = std::make_unique<curl_transfer>(id, std::move(request), std::move(events), cancelled, budget);
    flags_.emplace(id, std::move(cancelled));
    commands_.push_back({.id = id, .start = std::move(transfer)});
  }
  has_come_.notify_one();
  return id;
}

void transfer_commands::cancel(api::transfer_id id) {
  {
    std::lock_guard lock(mutex_);
    const auto flag = flags_.find(id);
    if (flag == flags_.end()) return;
    // At once: the thread may be in the middle of an event, and the owner wants no further event.
    flag->second->store(true);
    commands_.push_back({.id = id, .start = nullptr});
  }
  has_come_.notify_one();
}

void transfer_commands::stop() {
  {
    std::lock_guard lock(mutex_);
    is_stopping_ = true;
  }
  has_come_.notify_one();
}

api::transfer_id transfer_commands::new_id() {
  std::lock_guard lock(mutex_);
  return ++last_id_;
}

void transfer_commands::forget(api::transfer_id id) {
  std::lock_guard lock(mutex_);
  flags_.erase(id);
}

std::optional<std::vector<transfer_commands::command>> transfer_commands::take() {
  std::lock_guard lock(mutex_);
  if (is_stopping_) return std::nullopt;
  return std::exchange(commands_, {});
}

bool transfer_commands::has_any() {
  std::lock_guard lock(mutex_);
  return !commands_.empty() || is_stopping_;
}

void transfer_commands::wait_until(curl_transfer::clock::time_point time) {
  std::unique_lock lock(mutex_);
  has_come_.wait_until(lock, time, [this] { return !commands_.empty() || is_stopping_; });
}

} // namespace kube::transport
