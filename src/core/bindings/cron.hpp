#pragma once

#include "base/error.hpp"
#include "base/time_zone.hpp"

#include <array>
#include <chrono>
#include <cstdint>
#include <optional>
#include <string_view>

namespace core::bindings {

/// Among the bits of a field's values: the field was `*` or `?`.
inline constexpr std::uint64_t crontab_star = std::uint64_t{1} << 63;

/// The times at which a schedule fires. The dialect: 5 fields (minute, hour, day of month, month, day of
/// week) or 6 with the second in front; each a comma list of `*`, `?`, `N`, `N-M`, any of them with `/STEP`;
/// names of months and days; Sunday is 0 and 7. If neither day field is `*`, a day matches when either of
/// them does. Also `@yearly`, `@annually`, `@monthly`, `@weekly`, `@daily`, `@midnight`, `@hourly` and
/// `@every DURATION` (whole seconds, at least 1).
/// Where clocks are changed, a schedule whose hours are given fires once for each of its local times: a
/// skipped time counts as the first second after the gap, and of a repeated time the first occurrence counts.
/// A schedule for every hour (`*`, `?`, `*/STEP`) fires whenever the clock shows its time, also twice. (As
/// cron(8) of Debian)
class crontab {
public:
  using time_point = std::chrono::sys_seconds;

  /// The first time after `after` at which the schedule fires; nullopt if it does not within five years.
  [[nodiscard]] std::optional<time_point> next(time_point after) const;

  /// `@every`: each time is counted from the previous time, not read off the clock.
  [[nodiscard]] bool is_distance() const noexcept { return every_ > std::chrono::seconds(0); }

private:
  friend class crontab_parser;

  enum field : std::size_t { second, minute, hour, day, month, weekday, fields };

  [[nodiscard]] bool has(field f, unsigned value) const noexcept { return ((bits_[f] >> value) & 1U) != 0; }
  [[nodiscard]] bool matches_day(std::chrono::local_days date) const noexcept;
  [[nodiscard]] std::optional<std::chrono::seconds> first_time_of_day(std::chrono::seconds from) const noexcept;
  /// The first matching local time that is not before `from`, within five years.
  [[nodiscard]] std::optional<std::chrono::local_seconds>
  first_local_time(std::chrono::local_seconds from) const noexcept;
  [[nodiscard]] std::chrono::seconds offset_before(const base::zone_span& span) const;

  /// A bit for each value, and `crontab_star`.
  std::array<std::uint64_t, fields> bits_{};
  std::chrono::seconds every_{0};
  base::time_zone_ptr zone_ = base::utc();
};

/// Parses a crontab. Its times are in the machine's time zone, or in another time zone if it begins with
/// `TZ=NAME `. Errors begin with `crontab is invalid: `; an unknown zone (see `zones`) is such an error.
[[nodiscard]] base::result<crontab> parse_crontab(std::string_view text,
                                                  const base::time_zone_source& zones = base::only_utc);

} // namespace core::bindings
