#pragma once

#include "base/error.hpp"
#include "base/time_zone.hpp"

#include <array>
#include <chrono>
#include <cstdint>
#include <optional>
#include <string_view>

namespace core::bindings {

/// The bit that is set beside a field's values if the field was `*` or `?`.
inline constexpr std::uint64_t crontab_star = std::uint64_t{1} << 63;

/// The times at which a schedule fires. A crontab has 5 fields (minute, hour, day of month, month, day of
/// week), or 6 with the second as the first field. A field is a comma list of `*`, `?`, `N` and `N-M`, each
/// optionally with `/STEP`; months and days may be names, and Sunday is 0 or 7. If both day fields are
/// restricted, it is enough that a day matches either of them. Also accepted: `@yearly`, `@annually`,
/// `@monthly`, `@weekly`, `@daily`, `@midnight`, `@hourly` and `@every DURATION` (whole seconds, at least 1).
/// When clocks change, a schedule with given hours fires once for each of its local times: a skipped time
/// counts as the first second after the gap, and a repeated time counts only once, at its first occurrence. A
/// schedule for every hour (`*`, `?`, `*/STEP`) fires each time when the clock shows its time, in a repeated
/// hour twice. (As cron(8) of Debian)
class crontab {
public:
  using time_point = std::chrono::sys_seconds;

  /// The first time after `after` at which the schedule fires; nullopt if it does not fire within five years.
  [[nodiscard]] std::optional<time_point> next(time_point after) const;

  /// True if no date of any year matches, as for `0 4 31 4,6 *`: these months have no day 31.
  [[nodiscard]] bool never_fires() const noexcept;

  /// True for `@every`: the schedule is a distance from the previous time, not a time on the clock.
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

  /// For each field, a bit for each value, and `crontab_star`.
  std::array<std::uint64_t, fields> bits_{};
  std::chrono::seconds every_{0};
  base::time_zone_ptr zone_ = base::utc();
};

/// Parses a crontab. Its times are in the machine's time zone, unless it begins with `TZ=NAME `. Errors begin
/// with `crontab is invalid: `; a zone that `zones` does not know is an error, too.
[[nodiscard]] base::result<crontab> parse_crontab(std::string_view text,
                                                  const base::time_zone_source& zones = base::only_utc);

} // namespace core::bindings
