#include "trace/read/folded_blocks.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

namespace trace::read {

namespace {

/// Words that stand before numbers which differ from run to run.
constexpr std::array<std::string_view, 2> before_numbers{"version ", "revision "};
constexpr std::array<std::string_view, 4> units{" min", " s", " h", " d"};
/// A digit stands for any digit.
constexpr std::string_view clock_form = "00:00:00.000";
constexpr std::string_view date_form = "0000-00-00 ";

bool is_digit(char c) noexcept {
  return c >= '0' && c <= '9';
}

bool is_letter(char c) noexcept {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

std::size_t end_of_number(std::string_view text, std::size_t at) {
  const auto begin = at;
  while (at < text.size() && (is_digit(text[at]) || (at > begin && text[at] == '.'))) ++at;
  return at;
}

bool has_form(std::string_view text, std::size_t at, std::string_view form) {
  const auto part = text.substr(at, form.size());
  return part.size() == form.size() && std::equal(part.begin(), part.end(), form.begin(), [](char x, char wanted) {
           return wanted == '0' ? is_digit(x) : x == wanted;
         });
}

/// The end of a length such as `0.327 s` or `2 h` that begins there; `at`: none begins there.
std::size_t end_of_length(std::string_view text, std::size_t at) {
  const auto end = end_of_number(text, at);
  if (end == at) return at;
  for (const auto unit : units)
    if (const auto behind = end + unit.size();
        text.substr(end).starts_with(unit) && (behind >= text.size() || !is_letter(text[behind])))
      return behind;
  return at;
}

/// The end of a time of the clock, with or without its date; `at`: none begins there.
std::size_t end_of_clock(std::string_view text, std::size_t at) {
  const auto clock = has_form(text, at, date_form) ? at + date_form.size() : at;
  return has_form(text, clock, clock_form) ? clock + clock_form.size() : at;
}

/// The end of a length in one or two units, such as `2 h 50 min`; `at`: none begins there.
std::size_t end_of_lengths(std::string_view text, std::size_t at) {
  const auto end = end_of_length(text, at);
  if (end == at || !text.substr(end).starts_with(' ')) return end;
  const auto second = end_of_length(text, end + 1);
  return second == end + 1 ? end : second;
}

/// The end of a part that begins there and differs from run to run: a time, a version, a wait. `at`: no such
/// part begins there.
std::size_t end_of_difference(std::string_view text, std::size_t at) {
  constexpr std::string_view wait = ", after a wait of ";
  const auto before = text.substr(0, at);
  if (text.substr(at).starts_with(wait)) return end_of_lengths(text, at + wait.size());
  for (const auto words : before_numbers)
    if (before.ends_with(words)) return end_of_number(text, at);
  if (!before.empty() && is_digit(before.back())) return at;
  if (const auto end = end_of_clock(text, at); end > at) return end;
  const bool is_whole = before.empty() || std::string_view(" (+\n").find(before.back()) != std::string_view::npos;
  return is_whole ? end_of_lengths(text, at) : at;
}

/// The text by which reports are compared. The width of columns, the numbers of a single run, and whether a
/// run had to wait are left out of it.
std::string shape_of(std::string_view block) {
  std::string shape;
  for (std::size_t at = 0; at < block.size();) {
    if (const auto end = end_of_difference(block, at); end > at) {
      if (is_digit(block[at])) shape += '#';
      at = end;
      continue;
    }
    // A longer number moves its column: spaces in a row count as a single space. A number stays whole.
    const auto end = std::max(end_of_number(block, at), at + 1);
    const bool is_second_space = block[at] == ' ' && at > 0 && block[at - 1] == ' ';
    if (!is_second_space) shape += block.substr(at, end - at);
    at = end;
  }
  return shape;
}

} // namespace

void folded_blocks::add(reported_block block) {
  if (block.text.empty()) return;
  auto shape = shape_of(block.text);
  if (shape == shape_) {
    ++times_;
    repeated_ = std::move(block);
    return;
  }
  end_repetition();
  append(block);
  shape_ = std::move(shape);
}

void folded_blocks::append(const reported_block& block) {
  if (!text_.empty()) text_ += '\n';
  if (day_ != block.day && !block.day.empty()) text_ += fmt::format("{}\n\n", block.day);
  day_ = block.day;
  text_ += block.text;
}

/// A report that is repeated once is shown in full: a line with a count would save no space.
void folded_blocks::end_repetition() {
  if (times_ == 1) append(repeated_);
  if (times_ > 1)
    text_ += fmt::format("  … and {} more like it, the last one at {}{}\n", times_,
                         repeated_.day == day_ ? "" : repeated_.day + " ", repeated_.when);
  times_ = 0;
}

std::string folded_blocks::take() {
  end_repetition();
  shape_.clear();
  return std::exchange(text_, {});
}

} // namespace trace::read
