#pragma once

#include "sys/process/reactor.hpp"
#include "text/json/json.hpp"

#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <functional>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace test {

/// A line of an operator's log.
struct log_entry {
  text::json fields; ///< null for a line that is no JSON
  std::string line;

  /// The value of a field as text, numbers and booleans as JSON writes them; empty if there is no such field.
  [[nodiscard]] std::string operator[](std::string_view key) const;
};

/// The content that a log line must have: fields with their values.
using log_pattern = std::vector<std::pair<std::string, std::string>>;

[[nodiscard]] bool matches(const log_entry& entry, const log_pattern& pattern);

/// How to start the program.
struct operator_command {
  std::string program;
  std::vector<std::string> arguments;   ///< of `start`
  std::vector<std::string> environment; ///< "NAME=value", on top of this process's own
  std::string working_directory{};      ///< empty: that of this process
};

/// A real `addon-operator start` whose JSON log is read as it comes. Destruction kills it.
class operator_process {
public:
  explicit operator_process(operator_command command);

  /// Waits for the next line that matches, and moves behind it. The search begins behind the last matched
  /// line. Throws with the end of the log if the program ends first or the time is over.
  log_entry await(const log_pattern& pattern, std::chrono::seconds limit = std::chrono::seconds(60));

  /// All lines so far that match, from the first line on.
  [[nodiscard]] std::vector<log_entry> all(const log_pattern& pattern) const;

  /// Waits until another line has come, the program has ended, or the time is over.
  void await_more(std::chrono::milliseconds limit);

  /// The next wait looks at new lines only.
  void skip_to_end();

  void signal(int number);
  /// Waits for the end. Throws if it does not come.
  sys::process::process_exit await_exit(std::chrono::seconds limit = std::chrono::seconds(60));
  /// SIGTERM, then the end.
  sys::process::process_exit stop();

  /// The last lines of the log, for messages.
  [[nodiscard]] std::string tail() const;

private:
  [[nodiscard]] std::string tail_locked() const;
  std::optional<log_entry> step_to(const log_pattern& pattern);

  mutable std::mutex mutex_;
  std::condition_variable changed_;
  std::vector<log_entry> entries_;
  std::size_t next_ = 0;
  std::optional<sys::process::process_exit> exit_;
  sys::process::process_id id_ = 0;
  sys::process::reactor reactor_; ///< last: its thread writes the members above
};

} // namespace test
