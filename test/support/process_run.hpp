#pragma once

#include "sys/files/environment.hpp"
#include "sys/process/reactor.hpp"

#include <chrono>
#include <future>
#include <memory>
#include <mutex>
#include <stdexcept>
#include <string>
#include <vector>

namespace test {

/// How long a test waits for an event that must come; only a defect takes that long.
inline constexpr std::chrono::seconds deadline{60};

/// The value of a future. Fails the test if it does not come in time.
template <class T>
T await(std::future<T>& future) {
  if (future.wait_for(deadline) != std::future_status::ready) throw std::runtime_error("nothing came in time");
  return future.get();
}

/// A run of a real process: remembers its lines, and lets a test wait for a line and for the end.
class process_run {
public:
  process_run(sys::process::process_starter& starter, sys::process::process_spec spec, std::string awaited_line = {})
    : awaited_(std::move(awaited_line)), line_came_(line_.get_future()), exited_(exit_.get_future()) {
    sys::process::process_events events;
    events.on_line = [this](sys::process::stream from, std::string_view line) {
      take(from, line);
      return sys::process::flow::go_on;
    };
    events.on_exit = [this](sys::process::process_exit exit) { exit_.set_value(std::move(exit)); };
    id_ = starter.start(std::move(spec), std::move(events));
  }

  /// Waits for the line given to the constructor.
  void await_line() { await(line_came_); }
  sys::process::process_exit await_exit() { return await(exited_); }

  [[nodiscard]] sys::process::process_id id() const { return id_; }

  // To be read after the exit.
  std::vector<std::string> out;
  std::vector<std::string> err;

private:
  void take(sys::process::stream from, std::string_view line) {
    (from == sys::process::stream::out ? out : err).emplace_back(line);
    if (line == awaited_) line_.set_value();
  }

  std::string awaited_;
  std::promise<void> line_;
  std::promise<sys::process::process_exit> exit_;
  std::future<void> line_came_;
  std::future<sys::process::process_exit> exited_;
  sys::process::process_id id_ = 0;
};

/// A shell script given as text, with the environment of the test.
inline sys::process::process_spec shell(std::string script) {
  return {.argv = {"/bin/sh", "-c", std::move(script)}, .environment = sys::files::environment()};
}

} // namespace test
