#include "text/json/indexed_list.hpp"

#include <doctest/doctest.h>

#include <random>
#include <vector>

TEST_CASE("an indexed list is a list: items are where they were put, and gone when they were taken") {
  std::mt19937 random(1);
  const auto below = [&](std::size_t n) { return std::uniform_int_distribution<std::size_t>(0, n - 1)(random); };
  text::indexed_list<int> list;
  std::vector<int> expected;
  for (int i = 0; i < 5'000; ++i) {
    if (expected.empty() || below(3) > 0) {
      const auto at = below(expected.size() + 1);
      list.insert(at, i);
      expected.insert(expected.begin() + static_cast<std::ptrdiff_t>(at), i);
    } else {
      const auto at = below(expected.size());
      CHECK(list.take(at) == expected[at]);
      expected.erase(expected.begin() + static_cast<std::ptrdiff_t>(at));
    }
    REQUIRE(list.size() == expected.size());
    if (const auto some = expected.empty() ? 0 : below(expected.size()); !expected.empty())
      REQUIRE(list[some] == expected[some]);
  }
  std::vector<int> all;
  list.each([&](int x) { all.push_back(x); });
  CHECK(all == expected);
}
