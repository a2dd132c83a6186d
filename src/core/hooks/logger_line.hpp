#pragma once

#include <optional>
#include <string_view>

namespace core::hooks {

/// A line of stderr that a logger has written with a level of failure.
struct logged_failure {
  std::string_view level;   ///< `ERROR`, `CRITICAL`, `FATAL`, `level=error`
  std::string_view message; ///< the rest of the line
};

/// Finds a level of failure where loggers write it: after a date (`2026-02-03 04:05:06 ERROR …`, also with a
/// name: `2026-02-03 04:05:06,789 - root - ERROR - …`), at the beginning (`ERROR:root:…`, `[ERROR] …`), and
/// as a field (`level=error msg=…`, `{"level":"error",…}`). Warnings are no failures. Nullopt: the line has
/// no such level. The views are parts of the line.
[[nodiscard]] std::optional<logged_failure> failure_of_logger(std::string_view line);

} // namespace core::hooks
