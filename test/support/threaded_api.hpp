#pragma once

#include "simulation/fake_api_server.hpp"

#include <chrono>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <thread>
#include <utility>

namespace test {

/// The fake API server for tests with real threads: a thread of its own delivers all waiting work.
/// Thread-safe.
class threaded_api final : public kube::api::transport {
public:
  /// How long a test waits for an event that must come; only a defect takes that long.
  static constexpr std::chrono::seconds deadline{60};

  threaded_api() : thread_([this] { deliver(); }) {}
  ~threaded_api() override {
    change([this](simulation::fake_api_server&) { stopped_ = true; });
    thread_.join();
  }

  kube::api::transfer_id start(kube::api::http_request request, kube::api::response_events events) override {
    kube::api::transfer_id id = 0;
    change([&](simulation::fake_api_server& api) { id = api.start(std::move(request), std::move(events)); });
    return id;
  }
  void cancel(kube::api::transfer_id id) override {
    change([id](simulation::fake_api_server& api) { api.cancel(id); });
  }

  /// Changes the server; the consequences are delivered afterwards.
  void change(const std::function<void(simulation::fake_api_server&)>& act) {
    const std::lock_guard lock(guard_);
    act(api_);
    changed_.notify_all();
  }

  /// Waits for a state of the server. @returns false if it has not come in time.
  [[nodiscard]] bool await(const std::function<bool(simulation::fake_api_server&)>& holds) {
    std::unique_lock lock(guard_);
    return changed_.wait_for(lock, deadline, [&] { return holds(api_); });
  }

private:
  void deliver() {
    std::unique_lock lock(guard_);
    while (!stopped_) {
      changed_.wait(lock, [this] { return stopped_ || api_.has_work(); });
      if (!stopped_ && api_.deliver() > 0) changed_.notify_all();
    }
  }

  // Events may call `start` and `cancel` from within a delivery.
  std::recursive_mutex guard_;
  std::condition_variable_any changed_;
  simulation::fake_api_server api_;
  bool stopped_ = false;
  std::thread thread_;
};

} // namespace test
