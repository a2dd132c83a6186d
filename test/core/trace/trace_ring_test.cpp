#include "core/trace/trace_ring.hpp"

#include <doctest/doctest.h>

#include <string>
#include <utility>

namespace {

core::trace_event event(std::uint64_t id, std::string summary = {}) {
  core::trace_event x;
  x.id = id;
  x.summary = std::move(summary);
  return x;
}

} // namespace

TEST_CASE("a ring keeps the last events that fit") {
  core::trace_ring ring(3 * core::bytes_of(event(1)));
  for (std::uint64_t id = 1; id <= 5; ++id) ring.add(event(id));
  REQUIRE(ring.events().size() == 3);
  CHECK(ring.events().front().id == 3);
  CHECK(ring.added() == 5);
  CHECK(ring.bytes() == 3 * core::bytes_of(event(1)));
}

TEST_CASE("texts count, and a large event takes the place of several small ones") {
  core::trace_ring ring(4 * core::bytes_of(event(1)));
  for (std::uint64_t id = 1; id <= 4; ++id) ring.add(event(id));
  ring.add(event(5, std::string(2 * core::bytes_of(event(1)), 'x')));
  REQUIRE(ring.events().size() == 1);
  CHECK(ring.events().front().id == 5);
  CHECK(ring.bytes() <= 4 * core::bytes_of(event(1)));
}

TEST_CASE("an event that is too large by itself is counted, and not kept") {
  core::trace_ring ring(1'000);
  ring.add(event(1));
  ring.add(event(2, std::string(2'000, 'x')));
  CHECK(ring.events().empty());
  CHECK(ring.added() == 2);
  CHECK(ring.bytes() == 0);
}
