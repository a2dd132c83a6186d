#include "hook_cases/value_changes.hpp"

#include "parsed.hpp"

#include <doctest/doctest.h>

TEST_CASE("maps are compared member by member, and a list is a place") {
  const auto before = test::yaml("{web: {a: 1, b: {c: 2}, l: [1, 2], same: x}}");
  const auto after = test::yaml("{web: {b: {c: 3, 'd/e': 4}, l: [1], same: x}}");
  const auto found = hook_cases::changes_between(before, after);
  REQUIRE(found.size() == 4);
  CHECK(found[0] == hook_cases::value_change{"/web/a", text::json(1), std::nullopt});
  CHECK(found[1] == hook_cases::value_change{"/web/b/c", text::json(2), text::json(3)});
  CHECK(found[2] == hook_cases::value_change{"/web/b/d~1e", std::nullopt, text::json(4)});
  CHECK(found[3].place == "/web/l");
  CHECK(hook_cases::as_json(found).dump() == R"({"/web/a":null,"/web/b/c":3,"/web/b/d~1e":4,"/web/l":[1]})");
}

TEST_CASE("equal documents have no changes, and a value that becomes a map is one change") {
  CHECK(hook_cases::changes_between(test::yaml("{a: 1}"), test::yaml("{a: 1}")).empty());
  const auto found = hook_cases::changes_between(test::yaml("{a: 1}"), test::yaml("{a: {b: 1}}"));
  REQUIRE(found.size() == 1);
  CHECK(found[0].place == "/a");
}
