#include "kube/watch/outages.hpp"

#include <doctest/doctest.h>

using kube::watch::outage_time;
using kube::watch::outages;

namespace {

constexpr std::int64_t second = 1'000'000;

/// An outage from the answer at 10 s to the answer at 30 s; the first failure comes at 20 s.
outages one_outage() {
  outages x(0);
  x.answered(10 * second);
  x.failed(20 * second);
  x.confirmed();
  x.answered(30 * second);
  return x;
}

} // namespace

TEST_SUITE("kube/outages") {
  TEST_CASE("an outage lasts from the last answer before the first failure to the next answer") {
    struct row {
      const char* run;
      std::int64_t from, to;
      bool is_in_outage;
    };
    for (const auto& x : {row{"before it", 1, 9, false}, row{"to its beginning", 1, 10, true},
                          row{"into it", 5, 15, true}, row{"in it, before the first failure", 12, 14, true},
                          row{"in it", 22, 24, true}, row{"out of it", 25, 40, true}, row{"over it", 5, 40, true},
                          row{"from its end", 30, 40, false}, row{"after it", 31, 40, false}}) {
      CAPTURE(x.run);
      const auto found = one_outage().during(x.from * second, x.to * second);
      CHECK(found.has_value() == x.is_in_outage);
      if (found) CHECK(*found == outage_time{10 * second, 30 * second});
    }
  }

  TEST_CASE("a failure that answers refute counts from shortly before it") {
    outages x(0);
    x.answered(10 * second);
    x.failed(20 * second);
    x.answered(21 * second);
    CHECK_FALSE(x.during(11 * second, 18 * second));
    CHECK(x.during(11 * second, 20 * second) == outage_time{19 * second, 21 * second});
    // The last answer is the latest possible beginning.
    x.failed(21 * second);
    CHECK(x.during(21 * second, 22 * second) == outage_time{21 * second, {}});
  }

  TEST_CASE("an outage that lasts has no end, and further failures do not move its beginning") {
    outages x(3 * second);
    x.failed(20 * second);
    x.failed(25 * second);
    x.confirmed();
    CHECK(x.during(26 * second, 27 * second) == outage_time{3 * second, {}});
    CHECK_FALSE(x.during(1 * second, 2 * second));
  }

  TEST_CASE("an outage that no broken connection has shown begins with the last answer, too") {
    outages x(0);
    x.answered(5 * second);
    x.confirmed();
    CHECK(x.during(6 * second, 7 * second) == outage_time{5 * second, {}});
  }

  TEST_CASE("without a failure there is no outage, however old the last answer is") {
    outages x(0);
    x.answered(second);
    CHECK_FALSE(x.during(0, 1000 * second));
    CHECK(x.has_answered_since(second));
    CHECK_FALSE(x.has_answered_since(second + 1));
  }

  TEST_CASE("of several outages during a run the time from the first to the last is named") {
    auto x = one_outage();
    x.failed(50 * second);
    CHECK(x.during(0, 60 * second) == outage_time{10 * second, {}});
    x.answered(55 * second);
    CHECK(x.during(0, 60 * second) == outage_time{10 * second, 55 * second});
    CHECK(x.during(31 * second, 60 * second) == outage_time{49 * second, 55 * second});
  }

  TEST_CASE("an outage is named by the wall clock") {
    constexpr std::int64_t wall = 1'700'000'000 * second;
    CHECK(kube::watch::describe({1 * second, 8 * second}, wall)
          == "from 2023-11-14 22:13:21 to 2023-11-14 22:13:28 UTC");
    CHECK(kube::watch::describe({1 * second, {}}, wall) == "since 2023-11-14 22:13:21 UTC");
  }

  TEST_CASE("of very many outages the oldest become a single outage") {
    outages x(0);
    const auto count = static_cast<std::int64_t>(outages::kept_max) + 5;
    for (std::int64_t i = 1; i <= count; ++i) {
      x.failed((10 * i + 5) * second);
      x.answered((10 * i + 6) * second);
    }
    CHECK_MESSAGE(x.during(17 * second, 18 * second), "more doubt than needed");
    CHECK(x.during(0, 20 * second)->begin_us == 14 * second);
    CHECK_FALSE(x.during((10 * count + 7) * second, (10 * count + 8) * second));
  }
}
