#pragma once

#include "sys/files/file_descriptor.hpp"

#include <chrono>
#include <string>
#include <string_view>

namespace sys::log {

/// How long lines may wait for a reader.
struct line_output_patience {
  /// The waits that are left; each wait uses some of it.
  std::chrono::milliseconds wait_max{5000};
  /// By so much the waits that are left grow, up to `wait_max`, with each line that does not have to wait.
  std::chrono::milliseconds regained{10};
};

/// Writes lines to a descriptor whose reader may have stopped: a full pipe, terminal or socket delays the caller only
/// for the remaining waits. A regular file is written as usual. Not thread-safe.
class line_output {
public:
  /// @param descriptor stays open, and stays the caller's; its flags, which other processes share, are not changed
  explicit line_output(int descriptor, line_output_patience patience = {});

  /// Writes a line. A line that has begun goes on before the next line, so that each stays whole.
  /// @returns false if it is lost: there was no room in time, or the descriptor refuses it.
  bool put(std::string_view line);

  /// The last lines are coming: all of them together wait for so long at most.
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
