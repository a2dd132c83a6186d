#include "text/json/tree_weight.hpp"

#include <doctest/doctest.h>

#include <string>

namespace {

std::string list_of(const std::string& item, std::size_t count) {
  std::string text = "[";
  for (std::size_t i = 0; i < count; ++i) text += (i == 0 ? "" : ",") + item;
  return text + "]";
}

} // namespace

TEST_CASE("a text that makes far more values than it has letters is refused, with the bound") {
  for (const auto* item : {"[]", "{}", "0", "\"\"", "[0]", "{\"\":0}"}) {
    CAPTURE(item);
    const auto refused = text::parse_json(list_of(item, 1'000'000));
    REQUIRE_FALSE(refused.has_value());
    CHECK(refused.error().message.find("take too much memory: 8 MiB and 12 times the text at most")
          != std::string::npos);
    CHECK(text::parse_json(list_of(item, 50'000)).has_value());
  }
}

TEST_CASE("a long text of usual values is taken") {
  for (const auto* item : {R"({"name":"node-worker-1","ip":"10.0.0.1","ready":true})", "123456", R"("some words")"})
    CHECK(text::parse_json(list_of(item, 300'000)).has_value());
}

TEST_CASE("what is shared weighs as often as it stands there") {
  const auto part = *text::parse_json(R"({"a":[1,"xy"]})");
  const auto weight = text::weight_of(part);
  CHECK(weight
        == 2 * text::weight_of_block + text::weight_of_name + 1 + text::weight_of_scalar + 1 + text::weight_of_block
             + 2);
  CHECK(text::weight_of(text::json::array({part, part})) == text::weight_of_block + 2 * weight);
  CHECK(text::weight_of(text::json::array({part, part}), 10) > 10);
}
