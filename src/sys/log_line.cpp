#include "sys/log_line.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <iterator>

namespace sys {

namespace {

constexpr std::array<std::string_view, 4> level_names{"error", "warning", "info", "debug"};
constexpr std::array<std::string_view, 4> level_marks{"ERROR", "WARN", "INFO", "DEBUG"};

using byte = unsigned char;

/// How many bytes the UTF-8 character at the beginning has; 0 if there is none (RFC 3629 §4).
std::size_t utf8_length(std::string_view text) {
  const auto first = static_cast<byte>(text[0]);
  if (first < 0x80) return 1;
  const std::size_t length = first >= 0xC2 && first < 0xE0 ? 2 : first >= 0xE0 && first < 0xF0 ? 3 : 4;
  if (first < 0xC2 || first > 0xF4 || text.size() < length) return 0;
  const auto second = static_cast<byte>(text[1]);
  // Too long forms, surrogates and what is above U+10FFFF show in the second byte.
  if ((first == 0xE0 && second < 0xA0) || (first == 0xED && second > 0x9F)) return 0;
  if ((first == 0xF0 && second < 0x90) || (first == 0xF4 && second > 0x8F)) return 0;
  const auto continues = [](char x) { return (static_cast<byte>(x) & 0xC0) == 0x80; };
  return std::all_of(text.begin() + 1, text.begin() + static_cast<std::ptrdiff_t>(length), continues) ? length : 0;
}

void append_character(std::string& line, std::string_view character) {
  switch (character[0]) {
    case '"': line += "\\\""; return;
    case '\\': line += "\\\\"; return;
    case '\n': line += "\\n"; return;
    case '\r': line += "\\r"; return;
    case '\t': line += "\\t"; return;
    default: break;
  }
  if (static_cast<byte>(character[0]) < 0x20 || character[0] == 0x7F)
    fmt::format_to(std::back_inserter(line), "\\u{:04x}", static_cast<byte>(character[0]));
  else
    line += character;
}

void append_quoted(std::string& line, std::string_view text) {
  line += '"';
  while (!text.empty()) {
    const auto length = utf8_length(text);
    if (length == 0)
      line += "\uFFFD";
    else
      append_character(line, text.substr(0, length));
    text.remove_prefix(length == 0 ? 1 : length);
  }
  line += '"';
}

bool is_plain(std::string_view text) {
  const auto is_plain_byte = [](char x) { return x > 0x20 && x < 0x7F && x != '"' && x != '=' && x != '\\'; };
  return !text.empty() && std::all_of(text.begin(), text.end(), is_plain_byte);
}

/// Numbers and bools look alike in both formats.
struct append_value {
  std::string& line;
  log_format format;

  void operator()(std::string_view text) const {
    if (format == log_format::text && is_plain(text))
      line += text;
    else
      append_quoted(line, text);
  }
  void operator()(double number) const {
    // JSON has no word for infinity and NaN.
    if (number - number == 0)
      fmt::format_to(std::back_inserter(line), "{:.6g}", number);
    else
      line += "null";
  }
  void operator()(auto simple) const { fmt::format_to(std::back_inserter(line), "{}", simple); }
};

std::string text_line(const log_record& record) {
  std::string line;
  if (record.time) line = rfc3339(*record.time) + ' ';
  line += level_marks[static_cast<std::size_t>(record.level)];
  line += ' ';
  line += record.event;
  for (const auto& field : record.fields) {
    line += ' ';
    line += field.key;
    line += '=';
    std::visit(append_value{line, log_format::text}, field.value);
  }
  return line;
}

std::string json_line(const log_record& record) {
  std::string line = "{";
  const auto append_member = [&line](std::string_view key, const auto& value) {
    if (line.size() > 1) line += ',';
    append_quoted(line, key);
    line += ':';
    append_value{line, log_format::json}(value);
  };
  if (record.time) append_member("time", std::string_view(rfc3339(*record.time)));
  append_member("level", name(record.level));
  append_member("event", record.event);
  for (const auto& field : record.fields)
    std::visit([&](const auto& value) { append_member(field.key, value); }, field.value);
  return line + '}';
}

} // namespace

std::optional<log_level> parse_log_level(std::string_view name) {
  if (name == "warn") return log_level::warning;
  const auto found = std::find(level_names.begin(), level_names.end(), name);
  if (found == level_names.end()) return std::nullopt;
  return static_cast<log_level>(found - level_names.begin());
}

std::string_view name(log_level level) noexcept {
  return level_names[static_cast<std::size_t>(level)];
}

std::optional<log_format> parse_log_format(std::string_view name) {
  if (name == "text") return log_format::text;
  if (name == "json") return log_format::json;
  return std::nullopt;
}

std::string format_log_line(log_format format, const log_record& record) {
  return (format == log_format::json ? json_line(record) : text_line(record)) + '\n';
}

} // namespace sys
