#pragma once

#include "sys/time/clock.hpp"

#include <chrono>
#include <concepts>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <variant>

namespace sys::log {

/// From the most to the least urgent.
enum class log_level { error, warning, info, debug };

/// The level of that name in any case of letters: `error`, `warning` or `warn`, `info`, `debug`; also `fatal`
/// and `panic`, which are `error` here, and `trace`, which is `debug`. Empty for other names.
[[nodiscard]] std::optional<log_level> parse_log_level(std::string_view name);
[[nodiscard]] std::string_view name(log_level level) noexcept;

enum class log_format {
  text, ///< `2026-11-21T12:41:02.000Z INFO hook_finished module=ingress seconds=0.123`
  json, ///< `{"time":"…","level":"info","event":"hook_finished","module":"ingress","seconds":0.123}`
};

/// The format of that name in any case of letters: `text` or `json`, and `color`, which is text. Empty for
/// other names.
[[nodiscard]] std::optional<log_format> parse_log_format(std::string_view name);

/// A key and its value: text, an integer, a number, a bool, or a duration, which is logged in seconds. A
/// field refers to its text and does not copy it, so a field must not outlive the call that it is made for.
/// But a temporary string is moved into the field, because a list of fields may outlive the expression that
/// makes the string.
struct log_field {
  std::string_view key;
  std::variant<std::string_view, std::string, std::int64_t, std::uint64_t, double, bool> value;

  log_field(std::string_view k, std::string_view v) : key(k), value(v) {}
  log_field(std::string_view k, const std::string& v) : key(k), value(std::string_view(v)) {}
  log_field(std::string_view k, std::string&& v) : key(k), value(std::move(v)) {}
  log_field(std::string_view k, const char* v) : key(k), value(std::string_view(v)) {}
  log_field(std::string_view k, bool v) : key(k), value(v) {}
  log_field(std::string_view k, std::floating_point auto v) : key(k), value(static_cast<double>(v)) {}
  log_field(std::string_view k, std::signed_integral auto v) : key(k), value(static_cast<std::int64_t>(v)) {}
  log_field(std::string_view k, std::unsigned_integral auto v) : key(k), value(static_cast<std::uint64_t>(v)) {}
  template <class Rep, class Period>
  log_field(std::string_view k, std::chrono::duration<Rep, Period> v)
    : key(k), value(std::chrono::duration<double>(v).count()) {}

  /// The value if it is text, else nullopt. It lives as long as the field and the string that the field
  /// refers to.
  [[nodiscard]] std::optional<std::string_view> text() const noexcept;
};

/// The content of a line. Keys of this program are in snake_case.
struct log_record {
  std::optional<time::wall_time> time; ///< empty: the line has no time
  log_level level = log_level::info;
  std::string_view event;
  std::span<const log_field> fields;
};

/// The look of the text format on a terminal.
struct log_look {
  bool has_colours = false;  ///< the level has a colour (ECMA-48)
  bool breaks_lines = false; ///< values with line breaks stand at the end, a row for each of their lines
};

/// Writes a line with its end of line. It has no other line break, unless the look gives each line of a value
/// a row. Fields with an empty text are left out. In the text format a key or a value stands in quotes unless
/// it consists of printable ASCII characters without spaces, quotes, backslashes and `=`. In quotes, and in
/// JSON, every character is escaped that is not shown or that moves the text around it
/// (text/plain/printable.hpp). A line has less than 16 KiB: a longer value is cut and followed by the number
/// of the missing bytes, and fields without room are left out.
[[nodiscard]] std::string format_log_line(log_format format, const log_record& record, log_look look = {});

} // namespace sys::log
