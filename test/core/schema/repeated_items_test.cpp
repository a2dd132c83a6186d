#include "core/schema/repeated_items.hpp"

#include <doctest/doctest.h>

#include <random>
#include <string>

namespace {

std::vector<std::size_t> repeated(const char* text) {
  return core::schema::repeated_items(text::parse_json(text)->as_array());
}

text::json made_up(std::mt19937& random, int depth) {
  const auto below = [&](int n) { return std::uniform_int_distribution<int>(0, n - 1)(random); };
  switch (below(depth == 0 ? 3 : 5)) {
    case 0: return {};
    case 1: return text::json::number(below(2) == 0 ? "1" : "1.0");
    case 2: return std::string(static_cast<std::size_t>(below(2)), 'x');
    case 3: return text::json::array({made_up(random, depth - 1), made_up(random, depth - 1)});
    default: return text::json::object({{"a", made_up(random, depth - 1)}});
  }
}

} // namespace

TEST_CASE("items that are equal to an earlier one are found, in order") {
  CHECK(repeated("[]").empty());
  CHECK(repeated("[1,2,3]").empty());
  CHECK(repeated("[3,1,3,2,1,3]") == std::vector<std::size_t>{2, 4, 5});
  CHECK(repeated(R"([1,"1",true,1.0,null,[],{},null])") == std::vector<std::size_t>{3, 7});
  CHECK(repeated(R"([{"a":{"b":1}},{"a":{"b":2}},{"a":{"b":1.0}}])") == std::vector<std::size_t>{2});
}

TEST_CASE("the same items are found as by comparing each with each") {
  std::mt19937 random(7);
  for (int round = 0; round < 300; ++round) {
    text::json::array_type items;
    for (int i = 0; i < 40; ++i) items.push_back(made_up(random, 2));
    std::vector<std::size_t> expected;
    for (std::size_t i = 0; i < items.size(); ++i)
      for (std::size_t k = 0; k < i; ++k)
        if (items[k] == items[i]) {
          expected.push_back(i);
          break;
        }
    CHECK(core::schema::repeated_items(items) == expected);
  }
}
