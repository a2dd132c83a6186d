#include "text/json/json_parts.hpp"

#include <doctest/doctest.h>

TEST_CASE("a part that is missing, or of another kind, is null or has no items") {
  const auto x = *text::parse_json(R"({"a":{"b":1},"list":[1,2]})");
  CHECK(text::member(text::member(x, "a"), "b").dump() == "1");
  CHECK(text::member(text::member(x, "b"), "c").is_null());
  CHECK(text::member(text::member(x, "list"), "a").is_null());
  CHECK(text::items(text::member(x, "list")).size() == 2);
  CHECK(text::items(text::member(x, "a")).empty());
  CHECK(text::items(text::json()).empty());
}
