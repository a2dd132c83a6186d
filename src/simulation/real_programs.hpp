#pragma once

#include "simulation/doorbell.hpp"
#include "sys/process/process.hpp"
#include "text/plain/error_tail.hpp"

#include <chrono>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace simulation {

/// A fault that replaces the run of a program, or ends it.
struct program_fault {
  std::string name_part; ///< text that its command line contains
  /// The program does not run and exits with this code; empty: it is killed as soon as it runs.
  std::optional<int> exit_code;
  unsigned times = 1;
};

/// A program that has failed, for people.
struct failed_program {
  std::string command;
  std::string end;    ///< the kind of its end
  std::string errors; ///< the last lines that it has written to stderr; may be empty

  bool operator==(const failed_program&) const = default;
};

/// Runs real programs in a world whose time stands still meanwhile. Programs run singly, in the order of
/// their starts, so that each play of a day has the same result. `deliver` hands out all their reports. All
/// functions are called on the thread that plays the day.
/// Why so: docs/decisions/days-run-real-programs.md
class real_programs final : public sys::process::process_starter {
public:
  /// @param inner runs the programs; its events may come on any thread
  /// @param limit real time after which a program is killed
  /// @param faults of programs; a fault that has happened is removed
  real_programs(std::shared_ptr<sys::process::process_starter> inner, std::shared_ptr<doorbell> bell,
                std::chrono::seconds limit, std::vector<program_fault>& faults);
  ~real_programs() override;

  sys::process::process_id start(sys::process::process_spec spec, sys::process::process_events events) override;
  void signal_group(sys::process::process_id id, int signal) override;
  void resume(sys::process::process_id id) override;
  /// Writes to the running program only: a program that waits for its turn has no stdin yet.
  void write(sys::process::process_id id, std::string text) override;

  /// @returns false if no report was handed out and no program began
  bool deliver();

  /// True if a program runs or waits for its turn.
  [[nodiscard]] bool busy() const { return !waiting_.empty(); }
  /// Waits until a report can be handed out. Kills the running program if its time is over before that.
  void await();
  /// The programs that have used up their time since the last call.
  [[nodiscard]] std::vector<std::string> take_overdue() { return std::exchange(overdue_, {}); }

  /// Kills the running program; no more reports are handed out, and no program starts.
  void die();

  /// Called before a program starts, with its command line. If it returns true, the program does not start
  /// and makes no report.
  std::function<bool(const std::string& command)> on_start;
  /// Called when a program has failed, unless it was killed by `die`.
  std::function<void(failed_program)> on_failure = [](failed_program) {};

private:
  struct reports;
  struct program {
    sys::process::process_id id = 0;
    sys::process::process_spec spec;
    sys::process::process_events events;
    std::shared_ptr<reports> came{}; ///< null: it has not been started
    text::error_tail errors{};
    sys::process::process_id inner_id = 0;
    doorbell::time_point deadline{};
    bool held = false;   ///< its receiver has paused it
    bool killed = false; ///< because its time was over
  };

  void begin_first();
  [[nodiscard]] std::optional<program_fault> fault_for(const std::string& command);
  void hand_out_exit(sys::process::process_exit x);

  std::shared_ptr<sys::process::process_starter> inner_;
  std::shared_ptr<doorbell> bell_;
  std::chrono::seconds limit_;
  std::deque<program> waiting_; ///< the first program runs
  std::vector<program_fault>& faults_;
  bool is_dead_ = false;
  std::vector<std::string> overdue_;
  sys::process::process_id last_id_ = 0;
};

} // namespace simulation
