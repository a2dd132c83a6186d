#include "core/releases/missing_object_backoff.hpp"

#include <doctest/doctest.h>

#include <vector>

using core::releases::missing_object_backoff;

namespace {

const core::releases::manifest_object settings{"v1", "ConfigMap", "d8", "settings"};
const missing_object_backoff::subject subject{"web", settings};
constexpr std::int64_t second = 1'000'000;
constexpr std::int64_t minute = 60 * second;

/// Deletes and restores an object; the losses are `apart`. @returns the wait of each repair in seconds.
std::vector<std::int64_t> waits(missing_object_backoff& pace, unsigned losses, std::int64_t apart, std::int64_t& now) {
  std::vector<std::int64_t> waits;
  for (unsigned i = 0; i < losses; ++i) {
    const auto loss = pace.gone(subject, now += apart);
    waits.push_back(loss.repair_in.count() / second);
    pace.made("web", now += loss.repair_in.count());
  }
  return waits;
}

} // namespace

TEST_CASE("an object that goes twice is made again at once, one that goes on going waits longer each time") {
  missing_object_backoff pace;
  std::int64_t now = 0;
  CHECK(waits(pace, 10, second, now) == std::vector<std::int64_t>{0, 0, 10, 20, 40, 80, 160, 320, 600, 600});
  REQUIRE(pace.restless_of("web").size() == 1);
  CHECK(pace.restless_of("web")[0].object == settings);
  CHECK(pace.restless_of("web")[0].losses == 10);
  CHECK(pace.restless_of("web")[0].is_there);
  static_cast<void>(pace.gone(subject, now += second));
  REQUIRE(pace.restless_of("web").size() == 1);
  CHECK_FALSE(pace.restless_of("web")[0].is_there);
}

TEST_CASE("an object that has stayed for ten minutes begins anew") {
  missing_object_backoff pace;
  std::int64_t now = 0;
  CHECK(waits(pace, 3, second, now) == std::vector<std::int64_t>{0, 0, 10});
  REQUIRE(pace.next_us() == now + 10 * minute + 10 * second);
  CHECK(pace.take_settled(*pace.next_us() - 1).empty());
  CHECK(pace.take_settled(*pace.next_us()) == std::vector<std::string>{"web"});
  CHECK(pace.restless_of("web").empty());
  CHECK(waits(pace, 1, 11 * minute, now) == std::vector<std::int64_t>{0});

  // `take_settled` was not called meanwhile.
  CHECK(waits(pace, 2, 11 * minute, now) == std::vector<std::int64_t>{0, 0});
  CHECK_FALSE(pace.next_us());
}

TEST_CASE("a loss counts once, however often it is found, and its repair is due once") {
  missing_object_backoff pace;
  std::int64_t now = 0;
  static_cast<void>(waits(pace, 2, second, now));
  CHECK(pace.gone(subject, now).is_new);
  const auto again = pace.gone(subject, now + 4 * second);
  CHECK_FALSE(again.is_new);
  CHECK(again.number == 3);
  CHECK(again.repair_in == std::chrono::seconds(6));
  CHECK(pace.next_us() == now + 10 * second);
  CHECK(pace.take_due(now + 9 * second).empty());
  CHECK(pace.take_due(now + 10 * second) == std::vector{subject});
  CHECK(pace.take_due(now + 10 * second).empty());
  CHECK_MESSAGE(pace.gone(subject, now + 11 * second).repair_in.count() == 0, "the repair has not come to its end");
}

TEST_CASE("an object that comes back by itself is not due any more, and one of no release is forgotten") {
  missing_object_backoff pace;
  std::int64_t now = 0;
  static_cast<void>(waits(pace, 2, second, now));
  pace.gone(subject, now);
  pace.there(settings, now + second);
  CHECK(pace.take_due(now + minute).empty());
  pace.gone(subject, now + minute);
  pace.forget("web");
  CHECK(pace.restless_of("web").empty());
  CHECK_FALSE(pace.next_us());
}
