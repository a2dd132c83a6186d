#include "text/json/json_members.hpp"

#include <doctest/doctest.h>

TEST_CASE("the members of an object are found as they stand in the text") {
  const auto x = text::json_members(R"( {"a" : {"b": "}\"]"} , "c\u0041":[1, [2]],"d":1e3 } )");
  REQUIRE_MESSAGE(x, x.error().message);
  REQUIRE(x->size() == 3);
  CHECK((*x)[0].key == "a");
  CHECK((*x)[0].value == R"({"b": "}\"]"})");
  CHECK((*x)[1].key == "cA");
  CHECK((*x)[1].value == "[1, [2]]");
  CHECK((*x)[2].value == "1e3");
  CHECK(text::json_members("{}")->empty());
}

TEST_CASE("very many members, and very many levels, are an error") {
  std::string many = "{";
  for (int i = 0; i < 1000; ++i) many += "\"\":0,";
  CHECK(text::json_members(many.substr(0, many.size() - 1) + '}')->size() == 1000);
  CHECK(text::json_members(many + "\"\":0}").error().message.starts_with("expected 1000 members at most at byte"));
  const auto deep = [](std::size_t levels) {
    return text::json_members(R"({"a":)" + std::string(levels, '[') + std::string(levels, ']') + '}').has_value();
  };
  CHECK(deep(9999));
  CHECK_FALSE(deep(10'000));
}

TEST_CASE("a text that is no object, or ends early, is an error") {
  for (const auto* text : {"", "[]", "{", R"({"a)", R"({"a")", R"({"a":)", R"({"a":})", R"({"a":1)", R"({"a":[})",
                           R"({"a":1,})", R"({"a":1}x)", R"({"a":"\)", R"({a:1})"})
    CHECK_FALSE_MESSAGE(text::json_members(text), text);
}

TEST_CASE("the items of an array are found as they stand in the text") {
  const auto x = text::json_items(R"( [{"a": [1, 2]} , "]\"," ,1e3, [] ] )");
  REQUIRE_MESSAGE(x, x.error().message);
  CHECK(*x == std::vector<std::string_view>{R"({"a": [1, 2]})", R"("]\",")", "1e3", "[]"});
  CHECK(text::json_items("[ ]")->empty());
  for (const auto* bad : {"", "{}", "[", "[1", "[1,]", "[,1]", "[1]x", R"(["a)", "[{]"})
    CHECK_FALSE_MESSAGE(text::json_items(bad), bad);
}
