#include "core/bindings/cron.hpp"

namespace core::bindings {

namespace {

using std::chrono::days;
using std::chrono::hours;
using std::chrono::local_days;
using std::chrono::local_seconds;
using std::chrono::minutes;
using std::chrono::seconds;

local_seconds local_time(std::chrono::sys_seconds moment, seconds offset) {
  return local_seconds(moment.time_since_epoch() + offset);
}

std::chrono::sys_seconds moment_of(local_seconds time, seconds offset) {
  return std::chrono::sys_seconds(time.time_since_epoch() - offset);
}

} // namespace

bool crontab::matches_day(local_days date) const noexcept {
  const std::chrono::year_month_day calendar(date);
  const bool in_month = has(day, static_cast<unsigned>(calendar.day()));
  const bool in_week = has(weekday, std::chrono::weekday(date).c_encoding());
  // If both day fields are restricted, a single match is enough, as in crontab(5).
  const bool both = ((bits_[day] | bits_[weekday]) & crontab_star) != 0;
  return both ? in_month && in_week : in_month || in_week;
}

bool crontab::never_fires() const noexcept {
  if (is_distance()) return false;
  const bool both = ((bits_[day] | bits_[weekday]) & crontab_star) != 0;
  // A day of the week is enough then, and each of them comes in each month.
  if (!both) return false;
  for (unsigned m = 1; m <= 12; ++m) {
    // A leap year has all dates that any year has. Over the years each date, also February 29, falls on each
    // day of the week, so the days of the week need no look.
    const auto last =
      std::chrono::year_month_day_last(std::chrono::year(2000) / std::chrono::month(m) / std::chrono::last);
    for (unsigned d = 1; has(month, m) && d <= static_cast<unsigned>(last.day()); ++d)
      if (has(day, d)) return false;
  }
  return true;
}

std::optional<seconds> crontab::first_time_of_day(seconds from) const noexcept {
  const std::chrono::hh_mm_ss begin(from);
  for (auto h = begin.hours(); h < hours(24); ++h) {
    if (!has(hour, static_cast<unsigned>(h.count()))) continue;
    const bool first_hour = h == begin.hours();
    for (auto m = first_hour ? begin.minutes() : minutes(0); m < minutes(60); ++m) {
      if (!has(minute, static_cast<unsigned>(m.count()))) continue;
      const bool first_minute = first_hour && m == begin.minutes();
      for (auto s = first_minute ? begin.seconds() : seconds(0); s < seconds(60); ++s)
        if (has(second, static_cast<unsigned>(s.count()))) return h + m + s;
    }
  }
  return std::nullopt;
}

std::optional<local_seconds> crontab::first_local_time(local_seconds from) const noexcept {
  const auto first_day = std::chrono::floor<days>(from);
  // The search ends after five years, as in robfig/cron. Every date occurs in them, except February 29 around
  // 2100, or on certain days of the week (`0 0 29 2 */3`).
  const auto last_day = first_day + days(5 * 366);
  for (auto date = first_day; date <= last_day; date += days(1)) {
    const auto month_of_year = std::chrono::year_month_day(date).month();
    if (!has(month, static_cast<unsigned>(month_of_year)) || !matches_day(date)) continue;
    if (auto time = first_time_of_day(date == first_day ? from - first_day : seconds(0))) return date + *time;
  }
  return std::nullopt;
}

std::optional<crontab::time_point> crontab::next(time_point after) const {
  if (is_distance()) return after + every_;
  const bool every_hour = (bits_[hour] & crontab_star) != 0;
  // Crontabs know whole seconds only, and the next time must be later than `after`.
  auto from = after + seconds(1);
  for (;;) {
    const auto span = zone_->span_at(from);
    const auto time = first_local_time(local_time(from, span.offset));
    if (!time) return std::nullopt;
    const auto moment = moment_of(*time, span.offset);
    if (moment < span.end) {
      // A schedule for every hour also fires in the repeated hour, like cron(8) of Debian. Before the first
      // known change of clocks, no hour is repeated.
      if (every_hour || span.begin == time_point::min()) return moment;
      // After clocks are set back, local times up to here occur a second time.
      const auto repeated_until = moment_of(local_time(span.begin, offset_before(span)), span.offset);
      if (moment >= repeated_until) return moment;
      from = repeated_until;
      continue;
    }
    const auto offset_after = zone_->span_at(span.end).offset;
    const bool is_skipped = *time < local_time(span.end, offset_after);
    // A change of clocks skips this local time, so it counts as the first second after the gap.
    if (is_skipped && !every_hour) return span.end;
    from = span.end;
  }
}

seconds crontab::offset_before(const base::zone_span& span) const {
  return zone_->span_at(span.begin - seconds(1)).offset;
}

} // namespace core::bindings
