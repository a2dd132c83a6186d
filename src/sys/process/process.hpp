#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace sys::process {

/// The program to run. A process inherits neither the environment, nor open files, nor blocked or ignored
/// signals of this process.
struct process_spec {
  std::vector<std::string> argv;        ///< argv[0] is a path: there is no search in PATH
  std::vector<std::string> environment; ///< complete, "NAME=value"
  std::string working_directory;        ///< empty: that of this process
  std::uint64_t memory_max = 0;         ///< the limit of its data in bytes (RLIMIT_DATA); 0: no such limit
  bool needs_lead = true;               ///< false: a replica that does not lead may start it, see `base::lead_permit`
  bool has_input = false;               ///< true: stdin is a pipe (`process_starter::write`), false: /dev/null
  bool collect_stdout = false;          ///< true: whole stdout comes with the exit (bounded), false: line by line
  std::size_t stdout_bytes_max = 64 << 20; ///< of collected output; the rest is read and dropped
  std::size_t line_bytes_max = 64 << 10;   ///< a longer line is handed out in pieces of this length
};

/// The stream that a line came from.
enum class stream { out, err };

/// The resources that a process used, as the kernel counts them for it and for its children that it waited
/// for.
struct process_usage {
  std::chrono::microseconds user{0};
  std::chrono::microseconds system{0};
  /// Peak of resident memory. Linux begins to count at the size of this program when it started the process,
  /// so small processes all show the same number.
  std::uint64_t max_rss_bytes = 0;
};

/// The end of a process: exactly one of `exit_code`, `signal` and `start_error` is set.
struct process_exit {
  std::optional<int> exit_code;  ///< set if it exited
  int signal = 0;                ///< set if a signal ended it
  std::string start_error;       ///< set if it could not be started: text with file name
  std::string collected_stdout;  ///< with `process_spec::collect_stdout`
  bool stdout_truncated = false; ///< more than `stdout_bytes_max` was written
  process_usage usage{};
};

/// The receiver's answer to a line.
enum class flow {
  go_on,
  /// No more output of this process is read until `process_starter::resume`, so the process is slowed down as
  /// soon as its pipes are full. Lines that were read already (at most 64 KiB) still come, and at the end of
  /// the process the content of its pipes comes, too.
  pause,
};

/// The reports of a process. Called on the starter's thread: only post a message.
struct process_events {
  /// The process runs, with this number of the kernel. May be empty.
  std::function<void(int pid)> on_start;
  /// A line without its end of line. The text is valid during the call.
  std::function<flow(stream, std::string_view line)> on_line;
  /// The end, after the last line: called exactly once for every start, even if the process could not be
  /// started.
  std::function<void(process_exit)> on_exit;
};

/// Names a process in calls of a starter. It is not the number of the kernel, and a starter never uses it
/// twice.
using process_id = std::uint64_t;

/// The seam behind which processes run. Implementations: `process::reactor`, `simulation::real_programs`, and
/// the fake of the tests.
class process_starter {
public:
  virtual ~process_starter();

  /// Starts a process in a group of its own. May be called from any thread; never blocks. A failure to start
  /// is reported by `on_exit`.
  virtual process_id start(process_spec spec, process_events events) = 0;

  /// Sends a signal to a process and its group. An id that is done is ignored. May be called from any
  /// thread; a call after `start` reaches the process.
  virtual void signal_group(process_id id, int signal) = 0;

  /// Reads on after `flow::pause`. An id that is done or not paused is ignored. May be called from any
  /// thread.
  virtual void resume(process_id id) = 0;

  /// Writes to the stdin of a process with `process_spec::has_input`. Text that does not fit into the pipe
  /// waits in memory, so the caller must bound it. Text for an id that is done, or for a process that has
  /// closed its stdin, is dropped. May be called from any thread; a call after `start` reaches the process.
  virtual void write(process_id id, std::string text) = 0;
};

} // namespace sys::process
