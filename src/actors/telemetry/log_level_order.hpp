#pragma once

#include "actors/telemetry/debug_routes.hpp"
#include "base/error.hpp"
#include "sys/log/log_line.hpp"

#include <chrono>
#include <string_view>

namespace actors::telemetry {

/// The page of the order: `POST /config/log-level?value=debug&for=10m`.
inline constexpr std::string_view log_level_page = "/config/log-level";

/// An order of a user: the log has another level for a time.
struct log_level_order {
  sys::log::log_level level = sys::log::log_level::info;
  std::chrono::nanoseconds time{}; ///< after which the level of the start counts again
};

/// Reads `value`, a level, and `for`, a Go duration above 0 and up to a day (absent: half an hour). Errors
/// (`invalid_input`) name the expected form.
[[nodiscard]] base::result<log_level_order> read_log_level_order(const debug_query& query);

} // namespace actors::telemetry
