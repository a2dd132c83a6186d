#pragma once

#include "support/process_run.hpp"
#include "sys/process/process.hpp"

#include <algorithm>
#include <condition_variable>
#include <cstddef>
#include <mutex>
#include <optional>
#include <stdexcept>
#include <string_view>
#include <utility>

namespace test {

/// A run of a real process whose lines are taken slowly: it is paused whenever enough of them wait.
class paused_run {
public:
  paused_run(sys::process::process_starter& starter, sys::process::process_spec spec, std::size_t bytes_enough)
    : starter_(starter), bytes_enough_(bytes_enough) {
    sys::process::process_events events;
    events.on_line = [this](sys::process::stream, std::string_view line) { return put(line.size() + 1); };
    events.on_exit = [this](sys::process::process_exit exit) {
      const std::lock_guard lock(mutex_);
      exit_ = std::move(exit);
      changed_.notify_all();
    };
    id_ = starter.start(std::move(spec), std::move(events));
  }

  /// @returns whether it has ended.
  bool await_pause_or_exit() {
    std::unique_lock lock(mutex_);
    if (!changed_.wait_for(lock, deadline, [this] { return paused_ || exit_; }))
      throw std::runtime_error("neither a pause nor the end came in time");
    return exit_.has_value();
  }

  void await_exit() {
    std::unique_lock lock(mutex_);
    if (!changed_.wait_for(lock, deadline, [this] { return exit_.has_value(); }))
      throw std::runtime_error("the end did not come in time");
  }

  /// Takes all that waits.
  void resume() {
    {
      const std::lock_guard lock(mutex_);
      waiting_ = 0;
      paused_ = false;
    }
    starter_.resume(id_);
  }

  [[nodiscard]] sys::process::process_id id() const { return id_; }

  // To be read after the exit.
  [[nodiscard]] const sys::process::process_exit& exit() const { return *exit_; }
  /// Of all lines with their ends.
  [[nodiscard]] std::size_t bytes() const { return bytes_; }
  [[nodiscard]] std::size_t bytes_waiting_max() const { return waiting_max_; }
  [[nodiscard]] std::size_t pauses() const { return pauses_; }

private:
  sys::process::flow put(std::size_t bytes) {
    const std::lock_guard lock(mutex_);
    bytes_ += bytes;
    waiting_ += bytes;
    waiting_max_ = std::max(waiting_max_, waiting_);
    if (waiting_ < bytes_enough_) return sys::process::flow::go_on;
    if (!std::exchange(paused_, true)) ++pauses_;
    changed_.notify_all();
    return sys::process::flow::pause;
  }

  sys::process::process_starter& starter_;
  std::size_t bytes_enough_;
  std::mutex mutex_;
  std::condition_variable changed_;
  bool paused_ = false;
  std::size_t pauses_ = 0;
  std::size_t bytes_ = 0;
  std::size_t waiting_ = 0;
  std::size_t waiting_max_ = 0;
  std::optional<sys::process::process_exit> exit_;
  sys::process::process_id id_ = 0;
};

} // namespace test
