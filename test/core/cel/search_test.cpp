#include "core/cel/search.hpp"

#include "core/cel/evaluated.hpp"

TEST_CASE("a pattern that is computed is compiled at the call, and never shown") {
  test::check({
    {"'abc'.matches('a' + 'b')", "true"},
    {"'abc'.find('a' + '.')", "ab"},
    {"'abc'.find('(' + '')", "failed: the pattern is no regular expression of RE2, or too large"},
  });
}

TEST_CASE("the compilation of a pattern costs steps") {
  CHECK(test::evaluated("'abc'.matches('b')", "{}", {}, 100) == "true");
  CHECK(test::evaluated("'abc'.matches('b' + '')", "{}", {}, 100) == "failed: the evaluation takes too many steps");
}
