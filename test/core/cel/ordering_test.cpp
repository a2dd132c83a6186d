#include "core/cel/ordering.hpp"

#include "core/cel/evaluated.hpp"

TEST_CASE("numbers of different types are compared by their values") {
  test::check({
    {"1 == 1.0 && 1u == 1 && 1.0 == 1u", "true"},
    {"9223372036854775807 < 9223372036854775808.0", "false"},
    {"9223372036854775807 < 9223372036854775808u", "true"},
    {"-1 < 0u", "true"},
    {"18446744073709551615u > 1", "true"},
    {"1 < 1.5 && 2 > 1.5 && -1 > -1.5", "true"},
    {"0.0 / 0.0 == 0.0 / 0.0", "false"},
    {"1 < 0.0 / 0.0 || 1 >= 0.0 / 0.0", "false"},
  });
}

TEST_CASE("lists and maps are equal by their items, and values of different types differ") {
  test::check({
    {"[1, 2.0] == [1.0, 2u]", "true"},
    {"[1, 2] == [2, 1]", "false"},
    {"[1] == [1, 1]", "false"},
    {"{'a': 1, 'b': [2]} == {'b': [2.0], 'a': 1u}", "true"},
    {"{'a': 1} == {'b': 1}", "false"},
    {"1 == '1'", "false"},
    {"null == null", "true"},
    {"null == false", "false"},
  });
}

TEST_CASE("maps and lists have no order") {
  test::check({
    {"[1] < [2]", "failed: no such overload: _<_ of list and list"},
    {"'a' < 1", "failed: no such overload: _<_ of string and int"},
    {"null < null", "failed: no such overload: _<_ of null_type and null_type"},
  });
}

TEST_CASE("a comparison that uses up its budget is not equal") {
  using core::cel::value;
  core::cel::budget steps(3);
  const value a = core::cel::list(std::vector<value>(5, std::int64_t{1}));
  CHECK(!core::cel::equal(a, a, steps));
  CHECK(steps.is_used_up());
}

TEST_CASE("a value that is no key equals no key") {
  using core::cel::compare_keys;
  using core::cel::value;
  CHECK(compare_keys(value(true), value(std::int64_t{0})) < 0);
  CHECK(compare_keys(value(std::int64_t{1}), value(1.0)) == 0);
  CHECK(compare_keys(value(core::cel::null()), value(core::cel::null())) != 0);
}
