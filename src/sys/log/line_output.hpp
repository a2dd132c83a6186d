#pragma once

#include "sys/files/file_descriptor.hpp"

#include <chrono>
#include <string>
#include <string_view>

namespace sys::log {

/// The limits for the waits of lines for a reader.
struct line_output_patience {
  /// The remaining waits at the beginning. Each wait uses them up.
  std::chrono::milliseconds wait_max{5000};
  /// The time that each line without a wait adds to the remaining waits, up to `wait_max`.
  std::chrono::milliseconds regained{10};
};

/// Writes lines to a descriptor whose reader may have stopped: a full pipe, terminal or socket delays the
/// caller only for the remaining waits. A regular file is written as usual. Not thread-safe.
class line_output {
public:
  /// @param descriptor stays open, and stays the caller's; its flags, which other processes share, are not
  /// changed
  explicit line_output(int descriptor, line_output_patience patience = {});

  /// Writes a line. A line that was begun is finished before the next line, so each line stays whole.
  /// @returns false if the line is lost: there was no room in time, or the descriptor refuses it.
  bool put(std::string_view line);

  /// Announces the last lines: from now on all lines together wait for so long at most.
  void hurry(std::chrono::milliseconds wait_max);

private:
  enum class way { plain, checked, without_waiting, socket };

  /// @returns how many bytes have been written within the waits that are left.
  std::size_t write(std::string_view text);
  [[nodiscard]] ssize_t write_now(std::string_view text) const;
  bool await_room();

  int descriptor_;
  way way_ = way::plain;
  files::file_descriptor own_; ///< the same pipe or terminal, without waiting; empty: it cannot be opened again
  line_output_patience patience_;
  std::chrono::milliseconds left_;
  std::string rest_; ///< of a line that has begun
};

} // namespace sys::log
