#pragma once

#include "sys/process/process.hpp"

#include <chrono>
#include <cstddef>
#include <deque>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace test {

/// A process that a script of the test plays: its input, and its means.
class fake_process {
public:
  fake_process(sys::process::process_id id, sys::process::process_spec spec, sys::process::process_events events)
    : id_(id), spec_(std::move(spec)), events_(std::move(events)) {}

  [[nodiscard]] sys::process::process_id id() const { return id_; }

  [[nodiscard]] const sys::process::process_spec& spec() const { return spec_; }
  /// The value of a variable of its environment; empty if it is not set.
  [[nodiscard]] std::string variable(std::string_view name) const;
  /// The content of the file whose path is in that variable.
  [[nodiscard]] std::string file(std::string_view name) const;
  /// Writes the file at the path in that variable, as a hook that answers does.
  void write_file(std::string_view name, std::string_view content) const;
  /// Writes a line to its stdout or stderr. The line is delivered after the script has returned, and not
  /// while the receiver has paused the process.
  void print(sys::process::stream to, std::string_view line);
  /// Its answer to a line on stdin, if it reads and has been started with
  /// `process_spec::has_input`.
  std::function<void(fake_process&, const std::string& line)> on_input;

private:
  friend class fake_processes;
  sys::process::process_id id_;
  sys::process::process_spec spec_;
  sys::process::process_events events_;
  std::string collected_;
  std::deque<std::pair<sys::process::stream, std::string>> lines_; ///< not handed out yet
};

/// The end of a script: it exits at once, or goes on until a signal or `fake_processes::finish`.
struct fake_end {
  std::optional<int> exit_code = 0;
  /// For processes that go on: whether SIGTERM ends them too, or SIGKILL only.
  bool ends_on_sigterm = true;

  static fake_end exits(int code) { return {code}; }
  static fake_end goes_on() { return {std::nullopt}; }
  static fake_end ignores_sigterm() { return {std::nullopt, false}; }
};

using fake_program = std::function<fake_end(fake_process&)>;

/// Processes in memory behind the seam `sys::process::process_starter`. They act only when called: `start`,
/// `signal_group`, `resume` and `write` take notes, `deliver` runs the scripts and reports lines and ends.
/// Not thread-safe.
class fake_processes final : public sys::process::process_starter {
public:
  /// The resources that every started process has used.
  static constexpr sys::process::process_usage usage{std::chrono::milliseconds(3), std::chrono::milliseconds(1),
                                                     8 << 20};

  /// The process with the id 1 has the number after this one.
  static constexpr int first_pid = 1000;

  /// The script that runs when argv[0] ends with `path_end`; the last match counts. An unknown program cannot
  /// be started.
  void on(std::string path_end, fake_program program);

  sys::process::process_id start(sys::process::process_spec spec, sys::process::process_events events) override;
  void signal_group(sys::process::process_id id, int signal) override;
  void resume(sys::process::process_id id) override;
  void write(sys::process::process_id id, std::string text) override;

  /// @returns the number of delivered runs, lines and ends.
  std::size_t deliver();

  /// Ends a process that goes on.
  void finish(sys::process::process_id id, int exit_code);
  /// A process that goes on runs this program, and then ends or goes on as the program returns. An ended
  /// process ignores it.
  void go_on(sys::process::process_id id, const fake_program& program);

  /// The command lines that were started, in order.
  [[nodiscard]] const std::vector<std::vector<std::string>>& started() const { return started_; }
  /// All signals that were sent, in order.
  [[nodiscard]] const std::vector<std::pair<sys::process::process_id, int>>& signals() const { return signals_; }
  /// How often a paused process was resumed.
  [[nodiscard]] std::size_t resumed() const { return resumed_; }
  /// The processes that go on.
  [[nodiscard]] std::vector<sys::process::process_id> running() const;

private:
  struct running_process {
    fake_process process;
    std::string input{};                              ///< not read yet
    std::optional<sys::process::process_exit> exit{}; ///< set: it ends when its lines are handed out
    bool ends_on_sigterm = true;
    bool paused = false;
  };
  void run(sys::process::process_id id, fake_process process);
  static std::size_t hand_out_lines(running_process& x);
  static std::size_t read_input(running_process& x);
  std::size_t end_those_that_are_done();

  std::vector<std::pair<std::string, fake_program>> programs_;
  std::deque<std::pair<sys::process::process_id, fake_process>> waiting_;
  std::map<sys::process::process_id, running_process> running_;
  std::map<sys::process::process_id, std::string> early_input_; ///< of processes that have not run yet
  std::vector<std::vector<std::string>> started_;
  std::vector<std::pair<sys::process::process_id, int>> signals_;
  std::size_t resumed_ = 0;
  sys::process::process_id last_id_ = 0;
};

} // namespace test
