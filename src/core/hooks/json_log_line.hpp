#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace core::hooks {

/// A JSON object that a hook has printed on a single line, with `<redacted>` in place of secrets. With
/// `--log-proxy-hook-json` it becomes a log record in the form of the predecessor.
struct log_line {
  std::string level;   ///< the hook's `level`; `error` for `fatal` and `panic`; `info` if it is absent
  std::string message; ///< the hook's `msg`, as JSON if it is not a string; `hook result` if it is absent
  /// The other members, in order, each key with the prefix `hook_`. A value that is not a string is shown as
  /// JSON. The hook's own `time` is one of these fields, beside the time of the log record; so is a `level`
  /// that is not a string.
  std::vector<std::pair<std::string, std::string>> fields;
};

/// Of a line with more bytes than this, the record has the level, the message and the beginning of the line,
/// in the field `hook_truncated`.
inline constexpr std::size_t log_line_max = 10'000;

/// @returns nullopt if the line is not a JSON object, but text.
[[nodiscard]] std::optional<log_line> parse_hook_log_line(std::string_view line);

} // namespace core::hooks
