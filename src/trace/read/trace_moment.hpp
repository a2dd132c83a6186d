#pragma once

#include "base/error.hpp"

#include <cstdint>
#include <string>

namespace trace::read {

/// A moment of a recorded run, as a person writes it down.
struct trace_moment {
  /// The point from which the moment counts.
  enum class origin {
    run,   ///< the beginning of the run, forwards
    epoch, ///< the Unix epoch: a time of the clock
    day,   ///< midnight in UTC before the end; if the moment would be after the end: of the day before
    end,   ///< the end of the trace, backwards; for a running operator: now
  };
  std::int64_t us = 0; ///< microseconds
  origin from = origin::run;

  /// Whether the moment depends on the end of the trace.
  [[nodiscard]] bool needs_end() const noexcept { return from == origin::day || from == origin::end; }
  /// The same moment without the need to know the end.
  /// @param end_us of the trace, since the Unix epoch
  [[nodiscard]] trace_moment before(std::int64_t end_us) const noexcept;
  /// The moment in microseconds since the Unix epoch. @param begin_us the start of the run, in the same unit
  /// @pre !needs_end()
  [[nodiscard]] std::int64_t at(std::int64_t begin_us) const noexcept {
    return from == origin::epoch ? us : begin_us + us;
  }
};

/// Reads a moment in one of these forms. Errors: `invalid_input` with examples.
///
/// - `now`, `10m`, `-5m`, `1h30m`, `2 h 50 min`: that long before the end; units are `s`, `m`, `min`, `h`,
/// `d`
/// - `03:12`, `03:12:07.412`: a time of the day in UTC
/// - `2026-02-03T04:05:06.789Z`, `2026-02-03 04:05:06`, `2026-02-03`: a date in UTC
/// - `12.5`, `+12.5`, `+12.5 s`, `+2 h 50 min`: that long after the beginning of the run
[[nodiscard]] base::result<trace_moment> parse_trace_moment(const std::string& text);

} // namespace trace::read
