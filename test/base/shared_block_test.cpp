#include "base/shared_block.hpp"

#include <doctest/doctest.h>

#include <memory>
#include <string>
#include <utility>

TEST_SUITE_BEGIN("base/shared_block");

namespace {

using block = base::shared_block<std::shared_ptr<int>>;

} // namespace

TEST_CASE("copies share the header and the bytes, which go with the last of them") {
  const auto counted = std::make_shared<int>(7);
  {
    auto x = block::make(counted, std::string("a\0b", 3));
    CHECK_FALSE(x.is_shared());
    auto copy = x;
    CHECK(x.is_shared());
    CHECK(copy == x);
    CHECK(copy.bytes() == std::string_view("a\0b", 3));
    CHECK(*copy.header() == 7);
    CHECK(counted.use_count() == 2);
    x = block();
    CHECK_FALSE(x);
    CHECK(counted.use_count() == 2);
    const auto moved = std::move(copy);
    CHECK(moved.bytes().size() == 3);
    CHECK(moved.memory() > 3);
    CHECK(x.memory() == 0);
  }
  CHECK(counted.use_count() == 1);
}

TEST_CASE("a block may have no bytes, and differs from another with equal content") {
  const auto a = block::make(nullptr, "");
  const auto b = block::make(nullptr, "");
  CHECK(a.bytes().empty());
  CHECK_FALSE(a == b);
  CHECK(block() == block());
}

TEST_SUITE_END();
