#pragma once

#include "sys/files/file_descriptor.hpp"

#include <chrono>
#include <string>
#include <string_view>

namespace sys::log {

/// Limits of the time for which lines wait for a stopped reader.
struct line_output_patience {
  /// The waiting time that all lines share. Each wait is subtracted from the rest.
  std::chrono::milliseconds wait_max{5000};
  /// A line that is written without a wait adds this time to the rest, up to `wait_max`.
  std::chrono::milliseconds regained{10};
};

/// Writes lines to a descriptor whose reader may have stopped: a full pipe, terminal or socket delays the
/// caller only until the waiting time of its patience is used up. A regular file is written as usual. Not
/// thread-safe.
class line_output {
public:
  /// @param descriptor stays open, and stays the caller's; its flags, which other processes share, are not
  /// changed
  explicit line_output(int descriptor, line_output_patience patience = {});

  /// Writes a line. If a line was written only in part, its rest is written before the next line, so each
  /// line stays whole.
  /// @returns false if the line is lost: there was no room in time, or the descriptor refuses it.
  bool put(std::string_view line);

  /// Announces the last lines: from now on all lines together wait at most for this time.
  void hurry(std::chrono::milliseconds wait_max);

private:
  enum class way { plain, checked, without_waiting, socket };

  /// @returns the number of bytes that were written before the waiting time was used up.
  /// @param regained waiting time that is earned if no wait was needed
  std::size_t write(std::string_view text, std::chrono::milliseconds regained);
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
