#include "trace/read/folded_blocks.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

namespace trace::read {

namespace {

/// Words that stand before numbers which differ from run to run.
constexpr std::array<std::string_view, 3> before_numbers{"+", "version ", "revision "};

bool is_digit(char c) noexcept {
  return c >= '0' && c <= '9';
}

bool is_own_number(std::string_view before, std::string_view behind) {
  for (const auto words : before_numbers)
    if (before.ends_with(words)) return true;
  const bool is_whole = before.empty() || before.back() == ' ' || before.back() == '(';
  return is_whole && behind.starts_with(" s") && (behind.size() == 2 || !(behind[2] >= 'a' && behind[2] <= 'z'));
}

/// The text by which reports are compared. The width of columns, the numbers of a single run, and whether a
/// run had to wait are left out of it.
std::string shape_of(std::string_view block) {
  constexpr std::string_view wait = ", after a wait of ";
  std::string shape;
  for (std::size_t at = 0; at < block.size();) {
    auto end = at;
    if (block.substr(at).starts_with(wait)) {
      at = std::min(block.find(" s", at + wait.size()), block.size() - 2) + 2;
      continue;
    }
    while (end < block.size() && (is_digit(block[end]) || (end > at && block[end] == '.'))) ++end;
    if (end > at && is_own_number(block.substr(0, at), block.substr(end))) {
      shape += '#';
    } else {
      end = std::max(end, at + 1);
      // A longer number moves its column: spaces in a row count as a single space.
      const bool is_second_space = block[at] == ' ' && at > 0 && block[at - 1] == ' ';
      if (!is_second_space) shape += block.substr(at, end - at);
    }
    at = end;
  }
  return shape;
}

} // namespace

void folded_blocks::add(std::string block, std::string when) {
  if (block.empty()) return;
  auto shape = shape_of(block);
  if (shape == shape_) {
    ++times_;
    repeated_ = std::move(block);
    when_ = std::move(when);
    return;
  }
  end_repetition();
  append(block);
  shape_ = std::move(shape);
}

void folded_blocks::append(std::string_view block) {
  if (!text_.empty()) text_ += '\n';
  text_ += block;
}

/// A report that is repeated once is shown in full: a line with a count would save no space.
void folded_blocks::end_repetition() {
  if (times_ == 1) append(repeated_);
  if (times_ > 1) text_ += fmt::format("  … and {} more like it, the last one at {}\n", times_, when_);
  times_ = 0;
}

std::string folded_blocks::take() {
  end_repetition();
  shape_.clear();
  return std::exchange(text_, {});
}

} // namespace trace::read
