#include "core/bindings/selector.hpp"

#include <doctest/doctest.h>

using namespace core::bindings;

TEST_CASE("a label selector is written as the API server reads it") {
  using enum label_requirement::operation;
  label_selector x;
  x.match_labels = {{"app", "web"}, {"empty", ""}};
  x.match_expressions = {{"a", in, {"1", "2"}}, {"b", not_in, {"3"}}, {"c", exists, {}}, {"d", does_not_exist, {}}};
  CHECK(query_text(x) == "app=web,empty=,a in (1,2),b notin (3),c,!d");
  CHECK(query_text(label_selector{}).empty());
}

TEST_CASE("values of a field selector are escaped") {
  field_selector x{{"metadata.name", true, "web"}, {"spec.x", false, "a,b=c\\d"}};
  CHECK(query_text(x) == "metadata.name=web,spec.x!=a\\,b\\=c\\\\d");
}
