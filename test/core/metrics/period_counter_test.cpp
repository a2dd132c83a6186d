#include "core/metrics/period_counter.hpp"

#include <doctest/doctest.h>

using namespace std::chrono_literals;

TEST_CASE("a period counter counts each beginning, and one for each period after it") {
  struct step {
    std::int64_t second;
    bool lasts;
    std::uint64_t counted; ///< after the step
  };
  const step steps[] = {
    {0, false, 0},   {100, true, 1},  {104, true, 1}, {105, true, 2}, {112, true, 3},
    {119, false, 4}, {150, false, 4}, {151, true, 5}, {155, true, 5}, {156, false, 6},
  };
  core::metrics::period_counter counter(5s);
  for (const auto& [second, lasts, counted] : steps) {
    CAPTURE(second);
    const auto now_us = second * 1'000'000;
    lasts ? counter.begin(now_us) : counter.end(now_us);
    CHECK(counter.count(now_us) == counted);
  }
}

TEST_CASE("a clock that is set back takes nothing away that was counted before") {
  core::metrics::period_counter counter(5s);
  counter.begin(100'000'000);
  CHECK(counter.count(50'000'000) == 1);
}
