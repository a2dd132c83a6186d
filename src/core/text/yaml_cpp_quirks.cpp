#include "core/text/yaml_cpp_quirks.hpp"

#include "core/base/utf8.hpp"

#include <algorithm>

namespace core {
namespace {

/// Where a value begins: behind its anchor and its tag.
std::size_t behind_properties(std::string_view source, std::size_t at) {
  while (at < source.size()) {
    const char c = source[at];
    if (c == ' ' || c == '\t' || c == '\r' || c == '\n')
      ++at;
    else if (c == '#')
      at = source.find('\n', at);
    else if (c == '&' || c == '!')
      at = source.find_first_of(" \t\r\n", at);
    else
      break;
  }
  return std::min(at, source.size());
}

} // namespace

std::optional<std::string> unreadable_byte(std::string_view source) {
  const auto bad = find_not_text(source);
  if (bad == std::string_view::npos) return std::nullopt;
  const auto line = 1 + std::count(source.begin(), source.begin() + static_cast<std::ptrdiff_t>(bad), '\n');
  return "line " + std::to_string(line) + ": a control character or a byte that is not UTF-8";
}

bool document_starts::moves_on_to(std::size_t offset) {
  if (last_ == offset) return false;
  last_ = offset;
  return true;
}

bool is_item_missing(std::string_view source, std::size_t at) {
  const auto here = source.substr(std::min(at, source.size()), 1);
  return here == "," || here == "]";
}

bool is_colon_missing(std::string_view source, std::size_t key) {
  const auto start = source.rfind('\n', key) + 1;
  const auto line = source.substr(start, source.find('\n', start) - start);
  return line.find_first_of(":?") == line.npos;
}

bool is_quote_open(std::string_view source, std::size_t at) {
  const auto begin = behind_properties(source, at);
  const char quote = begin < source.size() ? source[begin] : '\0';
  if (quote != '"' && quote != '\'') return false;
  for (auto i = begin + 1; i < source.size(); ++i) {
    const bool is_escape = quote == '"' ? source[i] == '\\' : source.substr(i, 2) == "''";
    if (is_escape)
      ++i;
    else if (source[i] == quote)
      return false;
  }
  return true;
}

std::string with_whole_characters(const std::string& text) {
  std::string whole;
  for (std::size_t at = 0; at < text.size();) {
    const auto lead = static_cast<unsigned char>(text[at]);
    if (lead == 0x85 || lead == 0xA0) whole += '\xC2';
    const std::size_t length = lead < 0xC2 ? 1 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4;
    whole += text.substr(at, length);
    at += length;
  }
  return whole;
}

std::string hint_of_tab(std::string_view source, int line) {
  std::size_t start = 0;
  for (int i = 0; i < line && start != source.npos; ++i) start = source.find('\n', start) + 1;
  const auto indent = source.substr(start, source.find_first_not_of(" \t", start) - start);
  return indent.find('\t') == indent.npos ? "" : " (the line is indented with a tab: YAML takes spaces only)";
}

} // namespace core
