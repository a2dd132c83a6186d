#include "core/cel/macro_expansion.hpp"

#include "core/cel/evaluated.hpp"

TEST_CASE("a macro is a method with its number of arguments") {
  using core::cel::find_macro;
  using core::cel::parts::macro_kind;
  CHECK(find_macro("map", 3) == macro_kind::map);
  CHECK(find_macro("existsOne", 2) == macro_kind::exists_one);
  CHECK(!find_macro("map", 1));
  CHECK(!find_macro("size", 2));
}

TEST_CASE("the first argument of a macro is a name, and has takes a field") {
  test::check({
    {"[1].all(1, true)", "line 1, column 5: 'all': the first argument must be a simple name"},
    {"[1].all(.x, true)", "line 1, column 5: 'all': the first argument must be a simple name"},
    {"has(self)", "line 1, column 1: 'has' takes the selection of a field, like has(self.name)"},
    {"has(self.a, self.b)", "line 1, column 1: 'has' takes the selection of a field, like has(self.name)"},
  });
}
