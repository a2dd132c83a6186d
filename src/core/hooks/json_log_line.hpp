#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace core::hooks {

/// A line of a hook's output that is a JSON object, as the log shows it with `--log-proxy-hook-json`: in the
/// form of the predecessor's log.
struct log_line {
  std::string level;   ///< as the hook named it, but `error` for `fatal` and `panic`; `info` if it is absent
  std::string message; ///< of `msg`, JSON if that is no text; `hook result` if it is absent
  /// The other members, in order, each key with `hook_` before it; values that are no texts are JSON. The
  /// hook's own `time` is among them, beside the log's time, and so is a `level` that is no text.
  std::vector<std::pair<std::string, std::string>> fields;
};

/// A line with more bytes than this in its members is shown by its beginning only, in a single field
/// `hook_truncated`.
inline constexpr std::size_t log_line_max = 10'000;

/// @returns nullopt if the line is no JSON object: then it is text.
[[nodiscard]] std::optional<log_line> parse_hook_log_line(std::string_view line);

} // namespace core::hooks
