#pragma once

#include <string>

namespace worlds {

/// The value of a field in a line of the log; empty if there is no such field.
[[nodiscard]] inline std::string field_of(const std::string& line, const std::string& name) {
  const auto at = line.find(" " + name + "=");
  if (at == line.npos) return {};
  auto begin = at + name.size() + 2;
  const bool is_quoted = line[begin] == '"';
  if (is_quoted) ++begin;
  return line.substr(begin, line.find(is_quoted ? '"' : ' ', begin) - begin);
}

} // namespace worlds
