#pragma once

#include <cstddef>
#include <deque>
#include <string>
#include <string_view>

namespace text {

/// The last lines that a process wrote to stderr: all that is kept of a long output to say why it failed.
/// Where a program of Go dies, the stacks of all its goroutines follow the reason, which is kept too.
class error_tail {
public:
  static constexpr std::size_t lines_max = 64;
  static constexpr std::size_t bytes_max = 16 << 10;

  void add(std::string_view line);

  /// The lines without the last end of line. If some were dropped, the first line says how many.
  [[nodiscard]] std::string text() const;

private:
  void keep_reason();

  std::deque<std::string> lines_;
  std::string before_stacks_; ///< the last lines before the first stack of Go's runtime
  std::size_t bytes_ = 0;
  std::size_t dropped_ = 0;
};

} // namespace text
