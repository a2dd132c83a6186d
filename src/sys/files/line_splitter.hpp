#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>

namespace sys::files {

/// Cuts a stream of bytes into lines. A line that is longer than the limit comes in pieces of that length, so
/// memory is bounded.
class line_splitter {
public:
  using line_function = std::function<void(std::string_view line)>;

  explicit line_splitter(std::size_t line_bytes_max) : line_bytes_max_(line_bytes_max == 0 ? 1 : line_bytes_max) {}

  /// Takes bytes and hands out the lines that they complete, without their end of line.
  void push(std::string_view bytes, const line_function& on_line);

  /// Hands out the rest at the end of the stream, if there is a rest.
  void finish(const line_function& on_line);

private:
  void hand_out(std::string_view line, const line_function& on_line);

  std::size_t line_bytes_max_;
  std::string begun_; ///< of the last line, never longer than the limit
};

} // namespace sys::files
