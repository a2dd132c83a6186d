#include "core/cel/evaluated.hpp"

TEST_CASE("questions about strings") {
  test::check({
    {"'hello'.contains('ell')", "true"},
    {"'hello'.startsWith('ell')", "false"},
    {"'hello'.endsWith('llo')", "true"},
    {"'hello'.matches('^h.*o$')", "true"},
    {"matches('hello', 'l{3}')", "false"},
    {"1.contains('a')", "failed: no such overload: contains of int and string"},
    {"dyn(1).matches('a')", "failed: no such overload: matches of int and string"},
  });
}

TEST_CASE("a pattern may come from the values") {
  CHECK(test::evaluated("self.text.matches(self.pattern)", R"({"text": "abc", "pattern": "b"})") == "true");
  CHECK(test::evaluated("self.text.matches(self.pattern)", R"({"text": "abc", "pattern": "("})")
        == "failed: the pattern is no regular expression of RE2, or too large");
}
