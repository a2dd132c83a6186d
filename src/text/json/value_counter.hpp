#pragma once

#include <cstddef>
#include <string_view>

namespace text {

/// Counts the values of a JSON text that comes in parts, approximately and without a tree: each list, each
/// map, and each comma between items. A text of few bytes may have very many values (`[[],[],[]]`), and each
/// takes memory when the text is read. The count of a text that is no JSON has no meaning.
class value_counter {
public:
  void add(std::string_view part) noexcept;
  [[nodiscard]] std::size_t count() const noexcept { return count_; }

private:
  std::size_t count_ = 0;
  bool in_string_ = false;
  bool escaped_ = false;
};

} // namespace text
