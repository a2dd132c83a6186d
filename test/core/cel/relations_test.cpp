#include "core/cel/evaluated.hpp"

TEST_CASE("in looks for items of lists and for keys of maps") {
  test::check({
    {"2 in [1, 2.0]", "true"},
    {"'c' in ['a', 'b']", "false"},
    {"'a' in {'a': 1}", "true"},
    {"3.0 in {3u: 1}", "true"},
    {"1 in 'a'", "failed: no such overload: @in of int and string"},
  });
}

TEST_CASE("relations hold at their borders as they say") {
  test::check({
    {"1 < 1 || 2 < 1", "false"},
    {"1 <= 1 && 1 <= 2", "true"},
    {"1 > 1 || 1 > 2", "false"},
    {"1 >= 1 && 2 >= 1", "true"},
    {"'a' < 'b' && b'a' < b'b' && false < true", "true"},
    {"duration('1m') == duration('60s')", "true"},
    {"1 != 2", "true"},
    {"!1", "failed: no such overload: !_ of int"},
  });
}
