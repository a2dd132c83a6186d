#include "core/webhooks/body_limits.hpp"

#include <doctest/doctest.h>

namespace {

constexpr std::size_t mebibyte = std::size_t{1} << 20;

} // namespace

TEST_CASE("a list of objects may be longer than a review, and leaves room for reviews") {
  const auto small = core::webhooks::body_limits_of(8 * mebibyte, 32 * mebibyte);
  CHECK(small.review == 8 * mebibyte);
  CHECK(small.conversion == 24 * mebibyte);
  CHECK(small.all == 32 * mebibyte);
  CHECK(core::webhooks::body_limits_of(8 * mebibyte, 256 * mebibyte).conversion == 128 * mebibyte);
}

TEST_CASE("the limit that a user sets holds for conversions, too, and needs room") {
  const auto large = core::webhooks::body_limits_of(40 * mebibyte, 4 * mebibyte);
  CHECK(large.review == 40 * mebibyte);
  CHECK(large.conversion == 40 * mebibyte);
  CHECK(large.all == 40 * mebibyte);
}
