#pragma once

#include "sys/files/line_splitter.hpp"
#include "sys/process/process.hpp"
#include "sys/process/spawn.hpp"

#include <csignal>
#include <span>

namespace sys::process {

/// A running process: reads its output and reports its end. Belongs to a single thread, which waits for the
/// descriptors. It must be reaped before it is destroyed, unless this program ends.
class child_process {
public:
  /// @param spec says how the output of the process is reported
  child_process(const process_spec& spec, process_events events, spawned_process started);

  /// The kernel's number of the process, which is a child of this process until `kill_and_reap`.
  [[nodiscard]] pid_t pid() const noexcept { return started_.pid; }
  [[nodiscard]] boot_ticks began() const noexcept { return started_.began; }

  /// Becomes readable when the process has ended.
  [[nodiscard]] int exit_descriptor() const noexcept { return started_.exit_readable.get(); }

  /// The read end of a stream; -1 after its end.
  [[nodiscard]] int output_descriptor(stream from) const noexcept { return end_of(from).get(); }

  /// Reads once and hands out complete lines. Does not read after the end of the stream.
  void read_output(stream from, std::span<char> buffer);

  /// The write end of stdin; -1 if there is no pipe, or it has no reader any more.
  [[nodiscard]] int input_descriptor() const noexcept { return started_.in.get(); }

  /// Text for stdin: it is written by `write_input`.
  void add_input(std::string text);
  /// Writes as much as the pipe takes.
  /// @returns whether text is left, to be written when the descriptor is writable again
  bool write_input();

  /// Whether the receiver of the lines wants no further lines for now.
  [[nodiscard]] bool paused() const noexcept { return flow_ == flow::pause; }
  void resume() noexcept { flow_ = flow::go_on; }

  /// Kills the rest of the group, waits for the process, and notes its end.
  void kill_and_reap();
  /// Reports the exit, after all output. To be called once, after `kill_and_reap`. For a process that does
  /// not end, `report` is called without `kill_and_reap`: such a process counts as killed by SIGKILL.
  void report(std::span<char> buffer);

  void signal_group(int signal) noexcept;

private:
  [[nodiscard]] const files::file_descriptor& end_of(stream from) const noexcept;
  void read_rest(stream from, std::span<char> buffer);
  void on_bytes(stream from, std::string_view bytes);
  void collect(std::string_view bytes);
  [[nodiscard]] files::line_splitter::line_function line_function(stream from);

  spawned_process started_;
  reaped_process reaped_{.was_signalled = true, .status = SIGKILL, .usage = {}};
  process_events events_;
  files::line_splitter out_lines_;
  files::line_splitter err_lines_;
  bool collect_stdout_;
  std::size_t stdout_bytes_max_;
  std::string collected_;
  std::string input_; ///< not written yet
  bool truncated_ = false;
  flow flow_ = flow::go_on;
};

} // namespace sys::process
