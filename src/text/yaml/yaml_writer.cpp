#include "text/yaml/yaml_writer.hpp"

#include "text/plain/printable.hpp"
#include "text/plain/utf8.hpp"
#include "text/yaml/yaml_scalar.hpp"

#include <algorithm>
#include <string_view>
#include <utility>

namespace text {
namespace {

void pad(std::string& out, std::size_t indent) {
  out.append(indent, ' ');
}

/// True if the text has characters that YAML does not allow or takes for line breaks, or invisible characters
/// (except `\n` and tab).
bool has_odd_characters(std::string_view text) {
  for (;;) {
    const auto odd = find_unprintable(text);
    if (odd == std::string_view::npos) return false;
    if (text[odd] != '\n' && text[odd] != '\t') return true;
    text.remove_prefix(odd + 1);
  }
}

bool reads_back_plain(std::string_view text) {
  constexpr std::string_view indicators = "-?:,[]{}#&*!|>'\"%@`=<";
  if (text.empty() || indicators.find(text.front()) != std::string_view::npos) return false;
  if (text.front() == ' ' || text.back() == ' ' || text.back() == ':' || text.starts_with("...")) return false;
  if (text.find_first_of("\n\t") != std::string_view::npos || text.find(": ") != std::string_view::npos
      || text.find(" #") != std::string_view::npos)
    return false;
  return is_string_for_all(text) && !has_odd_characters(text);
}

/// Double-quoted style; characters that YAML does not take as they are, and invisible characters, are
/// escaped. Bytes that are no UTF-8 stay, since YAML has no escape for them.
void write_quoted(std::string& out, std::string_view text) {
  out += '"';
  while (!text.empty()) {
    const auto length = utf8_length(text);
    const auto character = text.substr(0, std::max<std::size_t>(length, 1));
    if (character == "\"" || character == "\\")
      out.append("\\").append(character);
    else if (length == 0)
      out += character;
    else
      append_printable(out, character);
    text.remove_prefix(character.size());
  }
  out += '"';
}

/// Whether a literal block keeps these lines as they are: no line begins with a tab or consists of white
/// space only, and the first line is not indented.
bool fits_literal_block(std::string_view text) {
  if (text.find('\n') == std::string_view::npos || has_odd_characters(text)) return false;
  std::size_t start = 0;
  while (start < text.size()) {
    const auto end = std::min(text.find('\n', start), text.size());
    const auto line = text.substr(start, end - start);
    const bool first_is_empty = start == 0 && line.empty();
    const bool only_space = !line.empty() && line.find_first_not_of(" \t") == std::string_view::npos;
    const bool first_is_indented = start == 0 && (line.starts_with(' ') || line.starts_with('\t'));
    if (first_is_empty || only_space || first_is_indented || line.starts_with('\t')) return false;
    start = end + 1;
  }
  return true;
}

void write_literal_block(std::string& out, std::string_view text, std::size_t indent) {
  // The header says which line breaks at the end of the text are kept: no break (`-`), a single break, or
  // all (`+`).
  out += !text.ends_with('\n') ? "|-\n" : text.ends_with("\n\n") ? "|+\n" : "|\n";
  std::size_t start = 0;
  while (start < text.size()) {
    const auto end = std::min(text.find('\n', start), text.size());
    // An empty line gets no indentation: readers take it for an empty line, and files have no blanks at line
    // ends.
    if (end > start) pad(out, indent);
    out += text.substr(start, end - start);
    out += '\n';
    start = end + 1;
  }
}

/// A scalar or an empty container, with the line break behind it.
void write_scalar(std::string& out, const json& value, std::size_t indent) {
  if (!value.is_string()) {
    out += value.dump();
  } else if (const auto& text = value.as_string(); reads_back_plain(text)) {
    out += text;
  } else if (fits_literal_block(text)) {
    return write_literal_block(out, text, indent);
  } else {
    write_quoted(out, text);
  }
  out += '\n';
}

bool is_block(const json& value) {
  return (value.is_object() && !value.as_object().empty()) || (value.is_array() && !value.as_array().empty());
}

/// Writes a key of a member, with its colon. Readers look for the colon within 1024 characters (YAML 1.1
/// §4.1.3), so a longer key is announced by `? `.
void write_key(std::string& out, const std::string& key, std::size_t indent) {
  constexpr std::size_t unannounced_max = 1000;
  std::string text;
  if (reads_back_plain(key))
    text = key;
  else
    write_quoted(text, key);
  if (text.size() <= unannounced_max) {
    out += text + ':';
    return;
  }
  out += "? " + text + '\n';
  pad(out, indent);
  out += ':';
}

void write_object(std::string& out, const json::object_type& members, std::size_t indent, std::size_t enough);

/// Writes the items; the position is the beginning of the first item.
void write_array(std::string& out, const json::array_type& items, std::size_t indent, std::size_t enough) {
  bool first = true;
  for (const auto& item : items) {
    if (out.size() > enough) return;
    if (!std::exchange(first, false)) pad(out, indent);
    out += "- ";
    if (!is_block(item))
      write_scalar(out, item, indent + 2);
    else if (item.is_array())
      write_array(out, item.as_array(), indent + 2, enough);
    else
      write_object(out, item.as_object(), indent + 2, enough);
  }
}

/// Writes the members; the position is the beginning of the first member.
void write_object(std::string& out, const json::object_type& members, std::size_t indent, std::size_t enough) {
  bool first = true;
  for (const auto& [key, value] : members) {
    if (out.size() > enough) return;
    if (!std::exchange(first, false)) pad(out, indent);
    write_key(out, key, indent);
    if (!is_block(value)) {
      out += ' ';
      write_scalar(out, value, indent + 2);
    } else if (value.is_array()) {
      out += '\n';
      pad(out, indent);
      // Items stand below their key without further indentation, as sigs.k8s.io/yaml writes them.
      write_array(out, value.as_array(), indent, enough);
    } else {
      out += '\n';
      pad(out, indent + 2);
      write_object(out, value.as_object(), indent + 2, enough);
    }
  }
}

} // namespace

std::string write_yaml(const json& value) {
  return *write_yaml(value, std::string::npos);
}

std::optional<std::string> write_yaml(const json& value, std::size_t bytes_max) {
  std::string out;
  if (!is_block(value))
    write_scalar(out, value, 2);
  else if (value.is_array())
    write_array(out, value.as_array(), 0, bytes_max);
  else
    write_object(out, value.as_object(), 0, bytes_max);
  return out.size() > bytes_max ? std::nullopt : std::optional(std::move(out));
}

} // namespace text
