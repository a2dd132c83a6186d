#include "core/cel/list_library.hpp"

#include "core/cel/evaluated.hpp"

TEST_CASE("lists are in order, summed up and compared") {
  test::check({
    {"[1, 2, 2].isSorted()", "true"},
    {"['b', 'a'].isSorted()", "false"},
    {"[].isSorted()", "true"},
    {"[1, 'a'].isSorted()", "failed: no such overload: isSorted of int and string"},
    {"[1, 3].sum()", "4"},
    {"[1.5, 3.0].sum()", "4.5"},
    {"[duration('1m'), duration('1s')].sum() == duration('61s')", "true"},
    {"[].sum()", "0"},
    {"['a'].sum()", "failed: no such overload: sum of string"},
    {"[9223372036854775807, 1].sum() > 0", "failed: integer overflow"},
    {"[3, 1, 2].min()", "1"},
    {"['a', 'c', 'b'].max()", "c"},
    {"[].max()", "failed: 'max' of an empty list"},
  });
}

TEST_CASE("an item has a first and a last place") {
  test::check({
    {"[1, 2, 2, 3].indexOf(2)", "1"},
    {"[1, 2, 2, 3].lastIndexOf(2)", "2"},
    {"['a'].indexOf('b')", "-1"},
    {"['a'].lastIndexOf('b')", "-1"},
    {"[[1], [2]].indexOf([2])", "1"},
  });
}

TEST_CASE("each item costs a step") {
  CHECK(test::evaluated("[1, 1, 1, 1, 1, 1, 1, 1, 1, 1].isSorted()", "{}", {}, 15)
        == "failed: the evaluation takes too many steps");
}
