#pragma once

#include "core/cel/value.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace core::cel {

/// A timestamp of seconds since the Unix epoch; a failure outside of the years 1 to 9999.
[[nodiscard]] value moment_of(std::int64_t seconds);

/// Sums and differences; a failure if the result is out of range.
[[nodiscard]] value add(const timestamp& moment, const duration& time);
[[nodiscard]] value add(const duration& a, const duration& b);
[[nodiscard]] value subtract(const timestamp& moment, const duration& time);
[[nodiscard]] value subtract(const duration& a, const duration& b);
/// The time from `begin` to `end`.
[[nodiscard]] value between(const timestamp& end, const timestamp& begin);

/// `2009-02-13T23:31:30.5Z` (RFC 3339, in UTC, no zeros at the end of the fraction)
[[nodiscard]] std::string text_of(const timestamp& x);
/// `90.5s`
[[nodiscard]] std::string text_of(const duration& x);

/// Reads RFC 3339 with any offset; nullopt if the text is no such time or outside of the years 1 to 9999.
[[nodiscard]] std::optional<timestamp> read_timestamp(std::string_view text);
/// Reads a duration as Go writes it: numbers with the units h, m, s, ms, us, ns, like `1h30m` or `-1.5s`;
/// nullopt if the text is no duration or out of range (292 years).
[[nodiscard]] std::optional<duration> read_duration(std::string_view text);

/// Reads the offset of a fixed zone: `+05:30`, `-02:00`, `02:00`; in seconds.
[[nodiscard]] std::optional<std::int64_t> read_offset(std::string_view text);

} // namespace core::cel
