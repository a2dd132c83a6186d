#include "text/yaml/yaml_cpp_quirks.hpp"

#include "text/plain/shown_key.hpp"
#include "text/plain/utf8.hpp"
#include "text/yaml/yaml_block_scalar.hpp"

#include <algorithm>

namespace text {
std::optional<std::string> unreadable_byte(std::string_view source) {
  const auto bad = find_not_text(source);
  if (bad == std::string_view::npos) return std::nullopt;
  const auto line = 1 + std::count(source.begin(), source.begin() + static_cast<std::ptrdiff_t>(bad), '\n');
  return "line " + std::to_string(line) + ": a control character or a byte that is not UTF-8";
}

namespace {

/// `key: |-`: the lines that follow are a literal block.
bool announces_block(std::string_view line) {
  if (const auto comment = line.find(" #"); comment != line.npos) line = line.substr(0, comment);
  const auto end = line.find_last_not_of(" \t\r");
  if (end == line.npos) return false;
  const auto word = line.substr(0, end + 1).substr(line.substr(0, end + 1).find_last_of(" \t") + 1);
  return (word.front() == '|' || word.front() == '>') && word.find_first_not_of("+-0123456789", 1) == word.npos;
}

/// Whether the line at `start` lies in a literal block: the line above it that is indented less announces a
/// block.
bool is_in_block(std::string_view source, std::size_t start) {
  const auto indent = source.find_first_not_of(' ', start) - start;
  while (start > 0) {
    const auto begin = start < 2 ? 0 : source.rfind('\n', start - 2) + 1;
    const auto line = source.substr(begin, start - 1 - begin);
    const auto first = line.find_first_not_of(" \t\r");
    if (first != line.npos && first < indent) return announces_block(line);
    start = begin;
  }
  return false;
}

/// Commas, colons and brackets outside of quotes.
std::size_t separators_in(std::string_view line) {
  std::size_t count = 0;
  char quote = '\0';
  char before = ' ';
  for (std::size_t i = 0; i < line.size(); ++i) {
    const char c = line[i];
    if (quote != '\0') {
      if (c == '\\' && quote == '"') ++i;
      if (c == quote) quote = '\0';
      // An apostrophe within a word opens no quote.
    } else if ((c == '"' || c == '\'') && std::string_view(" \t,:[{-").find(before) != std::string_view::npos) {
      quote = c;
    } else if (std::string_view(",:[]{}").find(c) != std::string_view::npos) {
      ++count;
    }
    before = c;
  }
  return count;
}

} // namespace

std::optional<int> crowded_line(std::string_view source) {
  int number = 1;
  for (std::size_t start = 0; start < source.size(); ++number) {
    const auto end = std::min(source.find('\n', start), source.size());
    const auto line = source.substr(start, end - start);
    // The cheap checks come first, because nearly all lines are short, and `is_in_block` reads the text
    // backwards.
    if (line.size() > crowd_max && !is_in_block(source, start) && separators_in(line) > crowd_max) return number;
    start = end + 1;
  }
  return std::nullopt;
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

namespace {

/// A line without its end; empty if there is no such line.
std::string_view line_at(std::string_view source, int line) {
  std::size_t start = 0;
  for (int i = 0; i < line; ++i) {
    const auto end = source.find('\n', start);
    if (end == source.npos) return {};
    start = end + 1;
  }
  const auto text = source.substr(start, source.find('\n', start) - start);
  return text.substr(0, text.find_last_not_of('\r') + 1);
}

std::size_t indentation_of(std::string_view line) {
  return std::min(line.find_first_not_of(' '), line.size());
}

/// `title:` of `  title: hello`; empty if the line has no key in plain words.
std::string_view key_of(std::string_view line) {
  const auto begin = std::min(line.find_first_not_of(" -"), line.size());
  const auto end = line.find(':', begin);
  if (end == line.npos) return {};
  const auto key = line.substr(begin, end + 1 - begin);
  const auto is_plain = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' || c == '_'
           || c == '.' || c == '/' || c == ':';
  };
  return std::all_of(key.begin(), key.end(), is_plain) ? key : std::string_view{};
}

bool says_nothing(std::string_view line) {
  const auto first = line.find_first_not_of(" \t");
  return first == line.npos || line[first] == '#';
}

std::string spaces(std::size_t count) {
  return std::to_string(count) + (count == 1 ? " space" : " spaces");
}

} // namespace

std::string hint_of_indentation(std::string_view source, int line) {
  const auto wrong = line_at(source, line);
  const auto key = key_of(wrong);
  if (key.empty()) return {};
  auto before = line - 1;
  while (before >= 0 && says_nothing(line_at(source, before))) --before;
  if (before < 0) return {};
  const auto is = indentation_of(wrong);
  const auto was = indentation_of(line_at(source, before));
  if (is == was) return {};
  return " (is the indentation of '" + shown_key(key) + "' wrong? It stands behind " + spaces(is)
         + ", the line before it behind " + spaces(was) + ": keys of one map need the same)";
}

std::string hint_of_tab(std::string_view source, int line) {
  std::size_t start = 0;
  for (int i = 0; i < line && start != source.npos; ++i) start = source.find('\n', start) + 1;
  const auto indent = source.substr(start, source.find_first_not_of(" \t", start) - start);
  return indent.find('\t') == indent.npos ? "" : " (the line is indented with a tab: YAML takes spaces only)";
}

} // namespace text
