#include "core/cel/functions.hpp"
#include "core/cel/moments.hpp"

#include <chrono>
#include <string>

namespace core::cel {
namespace {

constexpr std::int64_t nanoseconds_per_millisecond = 1'000'000;
constexpr std::int64_t nanoseconds_per_second = 1'000'000'000;

/// A moment on the calendar and clock of a zone.
struct local_time {
  std::chrono::year_month_day date;
  std::chrono::sys_days day;
  std::chrono::hh_mm_ss<std::chrono::seconds> clock;
  std::int64_t milliseconds = 0;
};

local_time local_of(const timestamp& moment, std::int64_t offset) {
  const std::chrono::sys_seconds shifted{std::chrono::seconds(moment.seconds + offset)};
  const auto day = std::chrono::floor<std::chrono::days>(shifted);
  return {std::chrono::year_month_day(day), day, std::chrono::hh_mm_ss<std::chrono::seconds>(shifted - day),
          moment.nanoseconds / nanoseconds_per_millisecond};
}

/// How far local time is ahead of UTC, in seconds. The zone is a name or an offset.
base::result<std::int64_t> offset_at(const timestamp& moment, std::string_view zone, const call_context& context) {
  if (const auto fixed = read_offset(zone)) return *fixed;
  if (zone.empty()) return 0;
  // The caller may have to look at a file.
  constexpr std::size_t steps_of_lookup = 100;
  if (!context.steps.spend(steps_of_lookup)) return 0;
  const auto found = context.zones(zone);
  if (!found) return tl::unexpected(found.error());
  return (*found)->span_at(std::chrono::sys_seconds(std::chrono::seconds(moment.seconds))).offset.count();
}

/// A part of a timestamp in UTC, or in the zone of the second argument.
template <class Part>
value part_of(std::string_view name, arguments given, const call_context& context, Part read) {
  const auto* moment = given[0].as<timestamp>();
  const auto* zone = given.size() > 1 ? given[1].as<string_value>() : nullptr;
  if (!moment || (given.size() > 1 && !zone)) return no_overload(name, given[0]);
  const auto offset = offset_at(*moment, zone ? zone->view() : std::string_view(), context);
  // Without the name, which may be a secret.
  if (!offset) return invalid("the time zone is unknown");
  return static_cast<std::int64_t>(read(local_of(*moment, *offset)));
}

value year(arguments given, const call_context& context) {
  return part_of("getFullYear", given, context, [](const local_time& x) { return static_cast<int>(x.date.year()); });
}
value month(arguments given, const call_context& context) {
  return part_of("getMonth", given, context,
                 [](const local_time& x) { return static_cast<unsigned>(x.date.month()) - 1; });
}
value date(arguments given, const call_context& context) {
  return part_of("getDate", given, context, [](const local_time& x) { return static_cast<unsigned>(x.date.day()); });
}
value day_of_month(arguments given, const call_context& context) {
  return part_of("getDayOfMonth", given, context,
                 [](const local_time& x) { return static_cast<unsigned>(x.date.day()) - 1; });
}
value day_of_week(arguments given, const call_context& context) {
  return part_of("getDayOfWeek", given, context,
                 [](const local_time& x) { return std::chrono::weekday(x.day).c_encoding(); });
}
value day_of_year(arguments given, const call_context& context) {
  return part_of("getDayOfYear", given, context, [](const local_time& x) {
    return (x.day - std::chrono::sys_days(x.date.year() / std::chrono::January / 1)).count();
  });
}

/// A part of a timestamp, or a whole duration in units.
template <class Part>
value part_or_count(std::string_view name, arguments given, const call_context& context, std::int64_t unit, Part read) {
  const auto* time = given.size() == 1 ? given[0].as<duration>() : nullptr;
  return time ? value(time->nanoseconds / unit) : part_of(name, given, context, read);
}

value hours(arguments given, const call_context& context) {
  return part_or_count("getHours", given, context, 3600 * nanoseconds_per_second,
                       [](const local_time& x) { return x.clock.hours().count(); });
}
value minutes(arguments given, const call_context& context) {
  return part_or_count("getMinutes", given, context, 60 * nanoseconds_per_second,
                       [](const local_time& x) { return x.clock.minutes().count(); });
}
value seconds(arguments given, const call_context& context) {
  return part_or_count("getSeconds", given, context, nanoseconds_per_second,
                       [](const local_time& x) { return x.clock.seconds().count(); });
}
value milliseconds(arguments given, const call_context& context) {
  // Of a duration: the milliseconds within its second.
  if (const auto* time = given.size() == 1 ? given[0].as<duration>() : nullptr)
    return time->nanoseconds % nanoseconds_per_second / nanoseconds_per_millisecond;
  return part_of("getMilliseconds", given, context, [](const local_time& x) { return x.milliseconds; });
}

constexpr function table[] = {
  {"getFullYear", call_form::method, 1, year},
  {"getFullYear", call_form::method, 2, year},
  {"getMonth", call_form::method, 1, month},
  {"getMonth", call_form::method, 2, month},
  {"getDate", call_form::method, 1, date},
  {"getDate", call_form::method, 2, date},
  {"getDayOfMonth", call_form::method, 1, day_of_month},
  {"getDayOfMonth", call_form::method, 2, day_of_month},
  {"getDayOfWeek", call_form::method, 1, day_of_week},
  {"getDayOfWeek", call_form::method, 2, day_of_week},
  {"getDayOfYear", call_form::method, 1, day_of_year},
  {"getDayOfYear", call_form::method, 2, day_of_year},
  {"getHours", call_form::method, 1, hours},
  {"getHours", call_form::method, 2, hours},
  {"getMinutes", call_form::method, 1, minutes},
  {"getMinutes", call_form::method, 2, minutes},
  {"getSeconds", call_form::method, 1, seconds},
  {"getSeconds", call_form::method, 2, seconds},
  {"getMilliseconds", call_form::method, 1, milliseconds},
  {"getMilliseconds", call_form::method, 2, milliseconds},
};

} // namespace

std::span<const function> time_functions() {
  return table;
}

} // namespace core::cel
