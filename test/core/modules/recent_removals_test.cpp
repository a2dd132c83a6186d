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

TEST_CASE("a removed release has its objects, and the time at which it was made again") {
  core::modules::recent_removals removals;
  removals.note({.release = "web", .removed_us = 5, .reason = "no"}, "web: a", 0);
  removals.note("db (taken over)", "db: b", 0);
  removals.note_objects("web", {"x/ConfigMap/a"});
  CHECK(removals.other_lines(0) == std::vector<std::string>{"db: b"});
  REQUIRE(removals.releases(0).size() == 1);
  CHECK(removals.releases(0)[0].objects == std::vector<std::string>{"x/ConfigMap/a"});
  CHECK_FALSE(removals.releases(0)[0].made_again_us);
  removals.note_run("db", 7);
  removals.note_run("web", 1'795'576'532'000'000);
  removals.note_run("web", 1'795'576'533'000'000);
  CHECK(removals.releases(0)[0].made_again_us == 1'795'576'532'000'000);
  CHECK(removals.lines(0).back() == "web: a; made again at 2026-11-25 03:15:32");
}

TEST_CASE("objects that go at a later time are news until they have gone, and no removal yet") {
  using core::modules::subject_ahead;
  constexpr std::int64_t hour = 3'600'000'000;
  core::modules::recent_removals removals;
  removals.note(subject_ahead("web"), "web: a leaves", 0);
  removals.note("web", "web: b has gone", 0);
  CHECK(removals.other_lines(0) == std::vector<std::string>{"web: b has gone"});
  CHECK(removals.lines(0) == std::vector<std::string>{"web: b has gone", "web: a leaves"});
  removals.note("db", "db: c has gone", 2 * hour);
  CHECK(removals.lines(2 * hour) == std::vector<std::string>{"db: c has gone", "web: a leaves"});
  CHECK(removals.ahead() == std::vector<core::modules::removal_ahead>{{"web", "web: a leaves"}});
  removals.note(subject_ahead("web"), "", 2 * hour);
  CHECK(removals.ahead().empty());
  CHECK(removals.lines(2 * hour) == std::vector<std::string>{"db: c has gone"});
}
