#include "core/cel/evaluated.hpp"

TEST_CASE("indexes count code points") {
  test::check({
    {"'a\u00e4b'.charAt(1)", "\u00e4"},
    {"'ab'.charAt(2) == ''", "true"},
    {"'ab'.charAt(3)", "failed: an index of 'charAt' is out of range"},
    {"'\u00e4b\u00e4b'.indexOf('b')", "1"},
    {"'\u00e4b\u00e4b'.indexOf('b', 2)", "3"},
    {"'ab'.indexOf('x')", "-1"},
    {"'\u00e4b\u00e4b'.lastIndexOf('\u00e4')", "2"},
    {"'\u00e4b\u00e4b'.lastIndexOf('\u00e4', 1)", "0"},
    {"'t\u00e4co'.substring(1, 3)", "\u00e4c"},
    {"'taco'.substring(3, 1)", "failed: an index of 'substring' is out of range"},
  });
}

TEST_CASE("texts are taken apart, joined and changed") {
  test::check({
    {"'a,b,c'.split(',')", "[a, b, c]"},
    {"'a,b,c'.split(',', 2)", "[a, b,c]"},
    {"'a,b'.split(',', 0)", "[]"},
    {"'a\u00e4b'.split('')", "[a, \u00e4, b]"},
    {"'abc'.split('', 2)", "[a, bc]"},
    {"['a', 'b'].join('-')", "a-b"},
    {"['a', 1].join('-')", "failed: no such overload: join of int"},
    {"'aaa'.replace('a', 'b', 2)", "bba"},
    {"'ab'.replace('', '-')", "-a-b-"},
    {"' \u00a0a b\\t'.trim()", "a b"},
    {"'A\u00c4b'.lowerAscii() + 'ab'.upperAscii()", "a\u00c4bAB"},
    {"'a\u00e4b'.reverse()", "b\u00e4a"},
    {"[1, 2].reverse()", "[2, 1]"},
    {"strings.quote('a\"\\n')", "\"a\\\"\\n\""},
  });
}

TEST_CASE("a large result ends at the limit before it is made") {
  CHECK(test::evaluated("self.a.replace('', self.a).size() > 0", "{\"a\": \"" + std::string(10'000, 'a') + "\"}")
        == "failed: the evaluation takes too many steps");
}
