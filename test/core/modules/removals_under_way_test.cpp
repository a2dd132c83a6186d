#include "core/modules/removals_under_way.hpp"

#include <doctest/doctest.h>

#include <string>
#include <vector>

using core::modules::recent_removals;
using core::modules::removals_under_way;

TEST_CASE("a release counts as removed when Helm has ended, with the objects that have gone") {
  recent_removals ended;
  removals_under_way removals(ended);
  removals.begin({.release = "db", .removed_us = 5, .reason = "no"}, "05:00 db is removed: no", 0);
  removals.note_objects("db", {"shop/ConfigMap/db"});
  CHECK(ended.releases(0).empty());
  REQUIRE(ended.other_lines(0).size() == 1);
  CHECK(ended.other_lines(0)[0].starts_with("05:00 db is removed: no; Helm has not ended yet, so its objects may be"));
  removals.end("web", 0);
  removals.end("db", 0);
  CHECK(ended.lines(0) == std::vector<std::string>{"05:00 db is removed: no"});
  REQUIRE(ended.releases(0).size() == 1);
  CHECK(ended.releases(0)[0].objects == std::vector<std::string>{"shop/ConfigMap/db"});
  removals.note_objects("db", {"shop/ConfigMap/late"});
  CHECK(ended.releases(0)[0].objects == std::vector<std::string>{"shop/ConfigMap/late"});
  removals.note_run("db", 1'795'576'532'000'000, 0);
  CHECK(ended.releases(0)[0].made_again_us == 1'795'576'532'000'000);
}

TEST_CASE("a removal that Helm has not ended is none if its module runs again") {
  recent_removals ended;
  removals_under_way removals(ended);
  removals.begin({.release = "db", .reason = "no"}, "db: a", 0);
  removals.note_run("db", 7, 0);
  CHECK(ended.lines(0).empty());
  removals.end("db", 0);
  CHECK(ended.lines(0).empty());
}
