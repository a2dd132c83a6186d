#include "sys/log/log_line.hpp"

#include "text/plain/printable.hpp"
#include "text/plain/utf8.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>

namespace sys::log {

namespace {

constexpr std::array<std::string_view, 4> level_names{"error", "warning", "info", "debug"};
constexpr std::array<std::string_view, 4> level_marks{"ERROR", "WARN", "INFO", "DEBUG"};
/// Of a terminal (ECMA-48, SGR): bold red, yellow, green, dim.
constexpr std::array<std::string_view, 4> level_colours{"1;31", "33", "32", "2"};

std::string lower_case(std::string_view text) {
  std::string lower(text);
  std::transform(lower.begin(), lower.end(), lower.begin(),
                 [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
  return lower;
}

/// Appends a value in quotes. It stops at the limit and adds the number of bytes that it leaves out.
void append_quoted(std::string& line, std::string_view text, log_format format, std::size_t bytes_max) {
  const auto form = format == log_format::json ? text::escape_form::json : text::escape_form::text;
  line += '"';
  const auto end = line.size() + bytes_max;
  while (!text.empty() && line.size() < end) {
    const auto length = std::max<std::size_t>(text::utf8_length(text), 1);
    if (text[0] == '"' || text[0] == '\\') line += '\\';
    text::append_printable(line, text.substr(0, length), form);
    text.remove_prefix(length);
  }
  if (!text.empty()) fmt::format_to(std::back_inserter(line), "… ({} bytes more)", text.size());
  line += '"';
}

/// The room for the next value in a line. It is at most half of the room that is left, so that later values
/// have room, too. Only lines with values from outside have many values.
std::size_t room_in(const std::string& line) {
  constexpr std::size_t value_bytes_max = 6 << 10;
  constexpr std::size_t values_bytes_max = 15 << 10;
  const auto left = values_bytes_max - std::min(line.size(), values_bytes_max);
  return std::min(value_bytes_max, left / 2);
}

/// Whether there is no room for a further key and its value.
bool is_full(const std::string& line) {
  constexpr std::size_t least = 128;
  return room_in(line) < least;
}

bool is_plain(std::string_view text) {
  const auto is_plain_byte = [](char x) { return x > 0x20 && x < 0x7F && x != '"' && x != '=' && x != '\\'; };
  return !text.empty() && std::all_of(text.begin(), text.end(), is_plain_byte);
}

/// The text of a number without an exponent, which is easily overlooked: people compare durations,
/// `0.000082`, not `8.2e-05`.
std::string number_text(double number) {
  constexpr double plain_max = 1e15;
  auto text = fmt::format("{:.6g}", number);
  if (text.find('e') == text.npos || std::abs(number) >= plain_max) return text;
  text = fmt::format("{:.9f}", number);
  text.erase(text.find_last_not_of('0') + 1);
  if (text.back() == '.') text.pop_back();
  return text;
}

bool has_value(const log_field& field) {
  const auto text = field.text();
  return !text || !text->empty();
}

/// Appends a value. Numbers and bools look the same in both formats.
struct append_value {
  std::string& line;
  log_format format;

  void operator()(std::string_view text) const {
    if (format == log_format::text && text.size() <= room_in(line) && is_plain(text))
      line += text;
    else
      append_quoted(line, text, format, room_in(line));
  }
  void operator()(const std::string& text) const { (*this)(std::string_view(text)); }
  void operator()(double number) const {
    // JSON has no form for infinity and NaN.
    if (number - number == 0)
      line += number_text(number);
    else
      line += "null";
  }
  void operator()(auto simple) const { fmt::format_to(std::back_inserter(line), "{}", simple); }
};

bool has_line_break(const log_field& field) {
  const auto text = field.text();
  return text && text->find('\n') != text->npos;
}

/// Appends a value with line breaks, a row for each of its lines, below its key. It stops at the limit and
/// adds the number of bytes that it leaves out.
void append_rows(std::string& line, std::string_view key, std::string_view text) {
  constexpr std::string_view row_begin = "\n    ";
  append_value{line, log_format::text}(key);
  line += ':';
  line += row_begin;
  while (text.ends_with('\n')) text.remove_suffix(1);
  const auto end = line.size() + room_in(line);
  while (!text.empty() && line.size() < end) {
    const auto length = std::max<std::size_t>(text::utf8_length(text), 1);
    if (text[0] == '\n')
      line += row_begin;
    else
      text::append_printable(line, text.substr(0, length));
    text.remove_prefix(length);
  }
  if (!text.empty()) fmt::format_to(std::back_inserter(line), "… ({} bytes more)", text.size());
}

std::string text_line(const log_record& record, log_look look) {
  std::string line;
  if (record.time) line = time::rfc3339(*record.time) + ' ';
  const auto level = static_cast<std::size_t>(record.level);
  if (look.has_colours)
    line += fmt::format("\033[{}m{}\033[0m", level_colours[level], level_marks[level]);
  else
    line += level_marks[level];
  line += ' ';
  line += record.event;
  const auto is_below = [&](const log_field& x) { return look.breaks_lines && has_line_break(x); };
  for (const auto& field : record.fields) {
    if (!has_value(field) || is_below(field) || is_full(line)) continue;
    line += ' ';
    // A key may come from outside, like the keys of a record that a hook has logged.
    append_value{line, log_format::text}(field.key);
    line += '=';
    std::visit(append_value{line, log_format::text}, field.value);
  }
  for (const auto& field : record.fields) {
    if (!is_below(field) || is_full(line)) continue;
    line += "\n  ";
    append_rows(line, field.key, *field.text());
  }
  return line;
}

std::string json_line(const log_record& record) {
  std::string line = "{";
  const auto append_member = [&line](std::string_view key, const auto& value) {
    if (line.size() > 1) line += ',';
    append_quoted(line, key, log_format::json, room_in(line));
    line += ':';
    append_value{line, log_format::json}(value);
  };
  if (record.time) append_member("time", std::string_view(time::rfc3339(*record.time)));
  append_member("level", name(record.level));
  append_member("event", record.event);
  for (const auto& field : record.fields)
    if (has_value(field) && !is_full(line))
      std::visit([&](const auto& value) { append_member(field.key, value); }, field.value);
  return line + '}';
}

} // namespace

std::optional<std::string_view> log_field::text() const noexcept {
  if (const auto* owned = std::get_if<std::string>(&value)) return *owned;
  if (const auto* referred = std::get_if<std::string_view>(&value)) return *referred;
  return std::nullopt;
}

std::optional<log_level> parse_log_level(std::string_view text) {
  const auto name = lower_case(text);
  if (name == "warn") return log_level::warning;
  if (name == "fatal" || name == "panic") return log_level::error;
  if (name == "trace") return log_level::debug;
  const auto found = std::find(level_names.begin(), level_names.end(), name);
  if (found == level_names.end()) return std::nullopt;
  return static_cast<log_level>(found - level_names.begin());
}

std::string_view name(log_level level) noexcept {
  return level_names[static_cast<std::size_t>(level)];
}

std::optional<log_format> parse_log_format(std::string_view text) {
  const auto name = lower_case(text);
  if (name == "text" || name == "color") return log_format::text;
  if (name == "json") return log_format::json;
  return std::nullopt;
}

std::string format_log_line(log_format format, const log_record& record, log_look look) {
  return (format == log_format::json ? json_line(record) : text_line(record, look)) + '\n';
}

} // namespace sys::log
