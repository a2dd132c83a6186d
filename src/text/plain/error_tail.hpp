#pragma once

#include <cstddef>
#include <deque>
#include <string>
#include <string_view>

namespace text {

/// The last lines that a process wrote to stderr, to explain its failure. A Go program that dies prints the
/// stacks of all goroutines after the reason, so the lines before the stacks are kept, too.
class error_tail {
public:
  static constexpr std::size_t lines_max = 64;
  static constexpr std::size_t bytes_max = 16 << 10;

  void add(std::string_view line);

  /// The lines without the last end of line. If lines were dropped, a line with their number stands before
  /// the kept lines. The lines before the stacks of a Go program stand before this line.
  [[nodiscard]] std::string text() const;

private:
  void keep_reason();

  std::deque<std::string> lines_;
  std::string before_stacks_; ///< the last lines before the first stack of Go's runtime
  std::size_t bytes_ = 0;
  std::size_t dropped_ = 0;
};

} // namespace text
