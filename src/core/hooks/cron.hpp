#pragma once

#include "core/base/error.hpp"

#include <array>
#include <chrono>
#include <cstdint>
#include <optional>
#include <string_view>

namespace core {

/// When a schedule fires. The dialect: 5 fields (minute, hour, day of month, month, day of week) or 6 with the second
/// in front; each a comma list of `*`, `?`, `N`, `N-M`, any of them with `/STEP`; names of months and days; Sunday is 0
/// and 7. If neither day field is `*`, a day matches when one of them does. Also `@yearly`, `@annually`, `@monthly`,
/// `@weekly`, `@daily`, `@midnight`, `@hourly` and `@every DURATION` (whole seconds, at least one). (HOOKS, "schedule")
class crontab {
public:
  using time_point = std::chrono::sys_seconds;

  /// The first time after `after` at which the schedule fires; nothing if it does not within five years.
  [[nodiscard]] std::optional<time_point> next(time_point after) const;

private:
  friend class crontab_parser;

  enum field : std::size_t { second, minute, hour, day, month, weekday, fields };

  [[nodiscard]] bool has(field f, unsigned value) const noexcept { return ((bits_[f] >> value) & 1U) != 0; }
  [[nodiscard]] bool matches_day(std::chrono::sys_days date) const noexcept;
  [[nodiscard]] std::optional<std::chrono::seconds> first_time_of_day(std::chrono::seconds from) const noexcept;

  /// A bit for each value; bit 63 says that the field was `*` or `?`.
  std::array<std::uint64_t, fields> bits_{};
  std::chrono::seconds every_{0};
  std::chrono::minutes utc_offset_{0};
};

/// Parses a crontab. Its times are those of a zone that is `local_offset` ahead of UTC, or of UTC if it begins with
/// `TZ=UTC `; other zones are refused. Errors begin with `crontab is invalid: `.
[[nodiscard]] result<crontab> parse_crontab(std::string_view text, std::chrono::minutes local_offset = {});

} // namespace core
