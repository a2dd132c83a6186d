#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace trace::read {

/// Puts told runs behind each other, with an empty line between. Of several that follow each other and say the same, but for
/// times, durations and versions, the first one is told, and how many came after it: a hook that loops fills no screens.
class folded_blocks {
public:
  /// @param block its lines with their ends; empty: there is nothing to tell
  /// @param when for people: `+12.345 s`
  void add(std::string block, std::string when);
  [[nodiscard]] std::string take();

private:
  void append(std::string_view block);
  void end_repetition();

  std::string text_;
  std::string shape_;    ///< of the last block that was told
  std::string repeated_; ///< the last one that was not told
  std::string when_;     ///< it was
  std::size_t times_ = 0;
};

} // namespace trace::read
