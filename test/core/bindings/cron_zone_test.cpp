#include "core/bindings/cron.hpp"

#include <doctest/doctest.h>

#include <chrono>
#include <map>
#include <memory>
#include <string>
#include <vector>

using namespace base;
using namespace core::bindings;
using namespace std::chrono_literals;

namespace {

using std::chrono::sys_days;
using std::chrono::sys_seconds;
using std::chrono::year;

sys_seconds at(int y, unsigned m, unsigned d, std::chrono::seconds time = 0s) {
  return sys_days(year(y) / std::chrono::month(m) / std::chrono::day(d)) + time;
}

/// A zone from a table of its changes: the time of a change, and the offset after it.
class table_zone final : public time_zone {
public:
  explicit table_zone(std::map<sys_seconds, std::chrono::seconds> offsets) : offsets_(std::move(offsets)) {}

  [[nodiscard]] zone_span span_at(sys_seconds moment) const override {
    auto next = offsets_.upper_bound(moment);
    const auto& current = *std::prev(next);
    return {current.first, next == offsets_.end() ? sys_seconds::max() : next->first, current.second};
  }

private:
  std::map<sys_seconds, std::chrono::seconds> offsets_;
};

/// In Berlin clocks go from 2 to 3 on 2027-03-28 and from 3 back to 2 on 2027-10-31, both at 1:00 UTC; in
/// Santiago from 0 to 1 on 2027-09-05 at 4:00 UTC; on Lord Howe Island by half an hour only, from 2:00 back
/// to 1:30 on 2027-04-03 at 15:00 UTC.
result<time_zone_ptr> zones(std::string_view name) {
  constexpr auto always = sys_seconds::min();
  if (name.empty()) return std::make_shared<table_zone>(std::map<sys_seconds, std::chrono::seconds>{{always, 3h}});
  if (name == "Europe/Berlin")
    return std::make_shared<table_zone>(
      std::map<sys_seconds, std::chrono::seconds>{{always, 1h}, {at(2027, 3, 28, 1h), 2h}, {at(2027, 10, 31, 1h), 1h}});
  if (name == "America/Santiago")
    return std::make_shared<table_zone>(
      std::map<sys_seconds, std::chrono::seconds>{{always, -4h}, {at(2027, 9, 5, 4h), -3h}});
  if (name == "Australia/Lord_Howe")
    return std::make_shared<table_zone>(
      std::map<sys_seconds, std::chrono::seconds>{{always, 11h}, {at(2027, 4, 3, 15h), 10h + 30min}});
  return only_utc(name);
}

std::vector<sys_seconds> times(const std::string& crontab, sys_seconds after, std::size_t count) {
  auto parsed = parse_crontab(crontab, zones);
  REQUIRE_MESSAGE(parsed, parsed.error().message);
  std::vector<sys_seconds> out;
  while (out.size() < count) {
    auto next = parsed->next(after);
    REQUIRE(next);
    out.push_back(*next);
    after = *next;
  }
  return out;
}

struct zone_case {
  const char* rule;
  const char* crontab;
  sys_seconds after;
  std::vector<sys_seconds> expected;
};

void check(const std::vector<zone_case>& cases) {
  for (const auto& x : cases) {
    CAPTURE(x.rule);
    CAPTURE(x.crontab);
    CHECK(times(x.crontab, x.after, x.expected.size()) == x.expected);
  }
}

} // namespace

TEST_CASE("the fields are times of the zone that the crontab names, else of the machine's") {
  const auto start = at(2026, 11, 21, 12h);
  check({
    {"no zone: the machine's", "0 9 * * *", start, {at(2026, 11, 22, 6h)}},
    {"Local: the machine's", "TZ=Local 0 9 * * *", start, {at(2026, 11, 22, 6h)}},
    {"UTC", "TZ=UTC 0 9 * * *", start, {at(2026, 11, 22, 9h)}},
    {"an empty name: UTC", "TZ= 0 9 * * *", start, {at(2026, 11, 22, 9h)}},
    {"a named zone", "TZ=Europe/Berlin 0 9 * * *", start, {at(2026, 11, 22, 8h)}},
    {"six fields", "TZ=Europe/Berlin 30 0 9 * * *", start, {at(2026, 11, 22, 8h + 30s)}},
    {"a descriptor", "TZ=Europe/Berlin @daily", start, {at(2026, 11, 21, 23h)}},
    {"days are those of the zone", "TZ=Europe/Berlin 30 0 1 * *", start, {at(2026, 11, 30, 23h + 30min)}},
    {"a distance has no zone", "TZ=Europe/Berlin @every 1h", start, {at(2026, 11, 21, 13h)}},
  });
}

TEST_CASE("a time of day stays the same over a change of the clocks") {
  check({
    {"spring", "TZ=Europe/Berlin 0 9 * * *", at(2027, 3, 27, 12h), {at(2027, 3, 28, 7h), at(2027, 3, 29, 7h)}},
    {"autumn", "TZ=Europe/Berlin 0 9 * * *", at(2027, 10, 30, 12h), {at(2027, 10, 31, 8h), at(2027, 11, 1, 8h)}},
    {"half a year ahead", "TZ=Europe/Berlin 0 9 1 7 *", at(2027, 1, 1), {at(2027, 7, 1, 7h)}},
  });
}

TEST_CASE("a skipped time fires at the first second after the gap, once") {
  const auto before = at(2027, 3, 28, 0h);
  const auto gap_end = at(2027, 3, 28, 1h);
  check({
    {"once a day", "TZ=Europe/Berlin 30 2 * * *", before, {gap_end, at(2027, 3, 29, 0h + 30min)}},
    {"several times in the gap", "TZ=Europe/Berlin */15 2 * * *", before, {gap_end, at(2027, 3, 29, 0h)}},
    {"and after it", "TZ=Europe/Berlin 0 2,3 * * *", before, {gap_end, at(2027, 3, 29, 0h)}},
    {"on that day only", "TZ=Europe/Berlin 30 2 28 3 *", before, {gap_end}},
    {"at midnight", "TZ=America/Santiago @daily", at(2027, 9, 4, 12h), {at(2027, 9, 5, 4h), at(2027, 9, 6, 3h)}},
    {"the last time before it",
     "TZ=Europe/Berlin 59 1 * * *",
     before,
     {at(2027, 3, 28, 0h + 59min), at(2027, 3, 28, 23h + 59min)}},
  });
}

TEST_CASE("of a time that comes twice, the first one fires") {
  const auto before = at(2027, 10, 30, 12h);
  check({
    {"once a day", "TZ=Europe/Berlin 30 2 * * *", before, {at(2027, 10, 31, 0h + 30min), at(2027, 11, 1, 1h + 30min)}},
    {"several times",
     "TZ=Europe/Berlin 0,30 2 * * *",
     before,
     {at(2027, 10, 31), at(2027, 10, 31, 0h + 30min), at(2027, 11, 1, 1h)}},
    {"asked for in the second pass",
     "TZ=Europe/Berlin 30 2 * * *",
     at(2027, 10, 31, 1h + 10min),
     {at(2027, 11, 1, 1h + 30min)}},
    {"the first second after it", "TZ=Europe/Berlin 0 3 * * *", before, {at(2027, 10, 31, 2h)}},
    {"clocks set back by half an hour",
     "TZ=Australia/Lord_Howe 0,45 1 * * *",
     at(2027, 4, 3, 12h),
     {at(2027, 4, 3, 14h), at(2027, 4, 3, 14h + 45min), at(2027, 4, 4, 14h + 30min)}},
  });
}

TEST_CASE("what is to run in every hour goes by the clock's hands, without a gap and without a pause") {
  check({
    {"spring",
     "TZ=Europe/Berlin 30 * * * *",
     at(2027, 3, 28, 0h),
     {at(2027, 3, 28, 0h + 30min), at(2027, 3, 28, 1h + 30min)}},
    {"autumn",
     "TZ=Europe/Berlin 30 * * * *",
     at(2027, 10, 31),
     {at(2027, 10, 31, 0h + 30min), at(2027, 10, 31, 1h + 30min), at(2027, 10, 31, 2h + 30min)}},
    {"every second hour",
     "TZ=Europe/Berlin 0 */2 * * *",
     at(2027, 10, 30, 23h),
     {at(2027, 10, 31), at(2027, 10, 31, 1h), at(2027, 10, 31, 3h)}},
  });
}

TEST_CASE("a zone that is not found is named, with the crontab") {
  auto parsed = parse_crontab("TZ=Mars/Phobos @daily", zones);
  REQUIRE_FALSE(parsed);
  CHECK(parsed.error().message.starts_with("crontab is invalid: 'TZ=Mars/Phobos @daily': "
                                           "time zone 'Mars/Phobos' is unknown"));
}
