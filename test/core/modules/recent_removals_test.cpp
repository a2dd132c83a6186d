#include "core/modules/recent_removals.hpp"

#include <doctest/doctest.h>

#include <string>
#include <vector>

TEST_CASE("the last removal of each release is kept for an hour") {
  constexpr std::int64_t minute = 60'000'000;
  core::modules::recent_removals removals;
  removals.note("web", "web: a", 0);
  removals.note("db", "db: a", 10 * minute);
  removals.note("web", "web: b", 20 * minute);
  using lines = std::vector<std::string>;
  CHECK(removals.lines(20 * minute) == lines{"db: a", "web: b"});
  CHECK(removals.lines(70 * minute) == lines{"db: a", "web: b"});
  CHECK(removals.lines(70 * minute + 1) == lines{"web: b"});
  CHECK(removals.lines(90 * minute).empty());
}
