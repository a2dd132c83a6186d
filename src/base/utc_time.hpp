#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace base {

/// Reads a time in UTC as RFC 3339 writes it, with or without a fraction of a second:
/// `2026-02-03T04:05:06.789Z`.
/// @returns microseconds since the Unix epoch, or nullopt if the text is no such time.
[[nodiscard]] std::optional<std::int64_t> parse_utc_us(std::string_view text);

/// The date of a time in UTC, `2026-02-03`. @param us microseconds since the Unix epoch
[[nodiscard]] std::string utc_date_text(std::int64_t us);
/// The time of the day in UTC, rounded down to milliseconds, `04:05:06.789`. @param us as above
[[nodiscard]] std::string utc_clock_text(std::int64_t us);

/// A time in UTC for people, the fraction of a second cut off: `2026-02-03 04:05:06`.
/// @param us microseconds since the Unix epoch
[[nodiscard]] std::string utc_text(std::int64_t us);

} // namespace base
