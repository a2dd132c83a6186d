#include "core/cel/collections.hpp"

#include "core/cel/evaluated.hpp"

TEST_CASE("the size of a string counts code points, of bytes bytes") {
  test::check(
    {{"size('\u00ff\U0001F431')", "2"}, {"b'\u00ff'.size()", "2"}, {"size([1, 2])", "2"}, {"{1: 2}.size()", "1"}});
}

TEST_CASE("a list has whole numbers as indexes, of any type") {
  test::check({
    {"[7, 8][1]", "8"},
    {"[7, 8][1u]", "8"},
    {"[7, 8][dyn(1.0)]", "8"},
    {"[7, 8][dyn(0.5)]", "failed: no such overload: _[_] of list and double"},
    {"[7, 8][2]", "failed: index out of bounds"},
    {"[7, 8][-1]", "failed: index out of bounds"},
  });
}

TEST_CASE("an absent key is named") {
  CHECK(test::evaluated("self.b", R"({"a": 1})") == "failed: no such key: b");
  CHECK(test::evaluated("self['b']", R"({"a": 1})") == "failed: no such key: b");
  CHECK(test::evaluated("{1: 2}[3]") == "failed: no such key: 3");
}

TEST_CASE("a number is whole if it has no fraction and fits an int") {
  using core::cel::value;
  using core::cel::whole_number;
  CHECK(whole_number(value(3.0)) == 3);
  CHECK(!whole_number(value(3.5)));
  CHECK(!whole_number(value(1e300)));
  CHECK(!whole_number(value(std::uint64_t{1} << 63U)));
  CHECK(!whole_number(value::string("3")));
}
