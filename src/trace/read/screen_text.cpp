#include "trace/read/screen_text.hpp"

#include "base/excerpt.hpp"
#include "text/plain/wrapped_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

namespace trace::read {

namespace {

constexpr std::size_t rows_before_gap = 27;
constexpr std::size_t rows_behind_gap = screen_rows - rows_before_gap - 1;
/// A line may be a value or a failure of any length.
constexpr std::size_t rows_of_line = 8;
constexpr std::size_t deeper = 4;

/// A line that may take several rows.
struct screen_line {
  std::string text;
  std::size_t rows = 1;
};

/// The columns of a line that stay together at its begin: the indent and a time, which ends with two spaces.
std::size_t head_of(std::string_view line, std::size_t indent) {
  const auto first = line.substr(indent, 1);
  const auto end = line.find("  ", indent);
  const bool has_time = end != line.npos && first >= "0" && first <= "9";
  return has_time ? end + 2 : indent;
}

screen_line fitted(std::string_view line, std::size_t width) {
  constexpr std::size_t width_for_bytes = 80; // the assumed width if lines are not broken
  const auto bytes_max = rows_of_line * (width == 0 ? width_for_bytes : width);
  std::string whole(line);
  if (line.size() > bytes_max) whole = fmt::format("{}…", base::first_bytes(line, bytes_max));
  if (width == 0) return {std::move(whole), 1};
  const auto indent = std::min(whole.find_first_not_of(' '), whole.size());
  const auto head = head_of(whole, indent);
  const auto begin = text::width_of(std::string_view(whole).substr(0, head));
  auto rest =
    text::wrapped(std::string_view(whole).substr(head), {.columns = width, .indent = indent + deeper, .begin = begin});
  const auto rows = 1 + static_cast<std::size_t>(std::count(rest.begin(), rest.end(), '\n'));
  return {whole.substr(0, head) + rest, rows};
}

std::vector<screen_line> lines_of(std::string_view text, std::size_t width) {
  std::vector<screen_line> lines;
  while (!text.empty()) {
    const auto line = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(line.size() + 1, text.size()));
    lines.push_back(fitted(line, width));
  }
  return lines;
}

} // namespace

std::string on_one_screen(std::string_view text, std::size_t width) {
  const auto lines = lines_of(text, width);
  std::size_t rows = 0;
  for (const auto& x : lines) rows += x.rows;
  std::size_t gap = lines.size();
  auto behind = lines.size();
  if (rows > screen_rows) {
    gap = 0;
    for (std::size_t used = 0; used + lines[gap].rows <= rows_before_gap; ++gap) used += lines[gap].rows;
    for (std::size_t used = 0; behind > gap && used + lines[behind - 1].rows <= rows_behind_gap; --behind)
      used += lines[behind - 1].rows;
  }
  std::string out;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    if (i == gap) out += fmt::format("… {} lines are left out here: `trace order` has them …\n", behind - gap);
    if (i < gap || i >= behind) out += lines[i].text + "\n";
  }
  return out;
}

} // namespace trace::read
