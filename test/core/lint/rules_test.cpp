#include "core/lint/rules.hpp"

#include <doctest/doctest.h>

#include <set>
#include <string_view>

using namespace core::lint;

TEST_CASE("a rule is found by its id, and its code is its own") {
  std::set<std::string_view> codes;
  for (const auto& x : rules) {
    CHECK(facts_of(x.id).code == x.code);
    CHECK(codes.insert(x.code).second);
    CHECK(x.code.find_first_not_of("abcdefghijklmnopqrstuvwxyz-") == std::string_view::npos);
    CHECK(x.meaning.ends_with('.'));
  }
}
