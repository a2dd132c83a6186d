#include "core/cel/function.hpp"

#include <doctest/doctest.h>

TEST_CASE("both finds two arguments of the same type") {
  const core::cel::value given[] = {std::int64_t{1}, std::int64_t{2}, 3.0};
  const auto [a, b] = core::cel::both<std::int64_t>(given);
  REQUIRE(a != nullptr);
  CHECK(*a + *b == 3);
  CHECK(core::cel::both<std::int64_t>(core::cel::arguments(given).subspan(1)).first == nullptr);
}

TEST_CASE("an invalid value says why") {
  const auto x = core::cel::invalid("no reason");
  REQUIRE(x.has_failed());
  CHECK((*x.as<core::cel::failure_ptr>())->kind == core::cel::failure_kind::invalid);
  CHECK((*x.as<core::cel::failure_ptr>())->message == "no reason");
}
