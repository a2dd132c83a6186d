#pragma once

#include "base/error.hpp"

#include <cstdint>
#include <string>

namespace trace::read {

/// A moment of a recorded run, as a person writes it down.
struct trace_moment {
  std::int64_t us = 0;      ///< microseconds
  bool is_of_clock = false; ///< since the Unix epoch; else since the beginning of the run

  /// The moment in microseconds since the Unix epoch. @param begin_us the begin of the run, in the same unit
  [[nodiscard]] std::int64_t at(std::int64_t begin_us) const noexcept { return is_of_clock ? us : begin_us + us; }
};

/// Reads seconds since the beginning as `trace order` prints them, `12.5`, `+12.5` or `+12.5s`, or a time of
/// the log, in UTC (RFC 3339): `2026-02-03T04:05:06.789Z`. Errors: `invalid_input` with both forms.
[[nodiscard]] base::result<trace_moment> parse_trace_moment(const std::string& text);

} // namespace trace::read
