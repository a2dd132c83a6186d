#include "sys/http/body_intake.hpp"

#include <doctest/doctest.h>

using sys::http::body_intake;

namespace {

constexpr std::size_t mebibyte = std::size_t{1} << 20;

int status(const body_intake::decision& x) {
  return x.refusal ? x.refusal->status : 0;
}

} // namespace

TEST_CASE("a body has its room before its first byte comes, or is refused") {
  const body_intake intake({.body_bytes_max = 10, .bodies_bytes_max = 15});
  const auto first = intake.decide("a", 10);
  CHECK(first.room);
  CHECK(status(first) == 0);
  CHECK(status(intake.decide("b", 10)) == 503);
  CHECK(intake.decide("b", 10).busiest == "a");
  CHECK(intake.decide("b", 5).room);
  const auto long_one = intake.decide("b", 11);
  CHECK(status(long_one) == 413);
  CHECK(long_one.refusal->body == "the body has 11 bytes, 10 are allowed\n");
  CHECK(status(intake.decide("b", std::nullopt)) == 411);
  CHECK(status(body_intake({0, 0}).decide("b", 1)) == 413);
}

TEST_CASE("a refused body is read and dropped, so that its client reads why, but not without an end") {
  const body_intake intake({.body_bytes_max = 10, .bodies_bytes_max = 10});
  CHECK_FALSE(intake.decide("a", 64 * mebibyte).ends_connection);
  CHECK(intake.decide("a", 64 * mebibyte + 1).ends_connection);
  CHECK(intake.decide("a", std::nullopt).ends_connection);
}
