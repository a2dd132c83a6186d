#include "sys/time/clock.hpp"

#include <fmt/format.h>

namespace sys::time {

wall_time now() noexcept {
  return std::chrono::system_clock::now();
}

std::string rfc3339(wall_time time, time_precision precision) {
  using namespace std::chrono;
  const auto day = floor<days>(time);
  const year_month_day date(day);
  const hh_mm_ss clock(floor<microseconds>(time - day));
  const auto digits = static_cast<int>(precision);
  const auto fraction = fmt::format(".{:06}", clock.subseconds().count()).substr(0, digits == 0 ? 0 : 1 + digits);
  return fmt::format("{:04}-{:02}-{:02}T{:02}:{:02}:{:02}{}Z", static_cast<int>(date.year()),
                     static_cast<unsigned>(date.month()), static_cast<unsigned>(date.day()), clock.hours().count(),
                     clock.minutes().count(), clock.seconds().count(), fraction);
}

} // namespace sys::time
