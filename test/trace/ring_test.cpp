#include "trace/ring.hpp"

#include "trace/packed_event.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace {

trace::event event(std::uint64_t id, std::string summary = {}) {
  trace::event x;
  x.id = id;
  x.summary = std::move(summary);
  return x;
}

void add(trace::ring& ring, const trace::event& x) {
  trace::event_packer packer;
  ring.add(trace::pack(packer, x));
}

std::vector<std::uint64_t> ids(const trace::ring& ring, std::uint64_t after = 0) {
  std::vector<std::uint64_t> all;
  trace::take_remembered(ring.copy(after), [&](const trace::event& x) { all.push_back(x.id); });
  return all;
}

} // namespace

TEST_CASE("a ring is the same as a list of the last events, whatever their sizes") {
  trace::ring ring(3'000);
  std::vector<std::uint64_t> all;
  for (std::uint64_t id = 1; id <= 5'000; ++id) {
    add(ring, event(id, std::string(id * 7919 % 701, 'x')));
    all.push_back(id);
    const std::vector<std::uint64_t> last(all.end() - static_cast<std::ptrdiff_t>(ring.size()), all.end());
    REQUIRE(ids(ring) == last);
    REQUIRE(ids(ring, id - 1) == std::vector<std::uint64_t>{id});
    REQUIRE(ring.size() >= std::min<std::uint64_t>(id, 3));
  }
}

TEST_CASE("a ring keeps the last events that fit, and drops the oldest ones for the next") {
  trace::ring ring(16'000);
  std::uint64_t id = 0;
  while (ids(ring).size() == id) add(ring, event(++id, std::string(100, 'x')));
  const auto kept = ids(ring);
  CHECK(kept.size() == ring.size());
  CHECK(kept.size() > 100);
  CHECK(kept.back() == id);
  CHECK(kept.front() == id - kept.size() + 1);
  CHECK(ring.added() == id);
}

TEST_CASE("the events after a number are read, of all that were added") {
  trace::ring ring(1'000);
  for (std::uint64_t id = 1; id <= 100; ++id) add(ring, event(id));
  CHECK(ids(ring, 98) == std::vector<std::uint64_t>{99, 100});
  CHECK(ids(ring, 100).empty());
  CHECK(ids(ring, 1'000).empty());
  CHECK(ids(ring).back() == 100);
  CHECK(ring.copy(0).before == 100 - ring.size());
  CHECK(ring.copy(100).before == 100);
}

TEST_CASE("a large event takes the place of several small ones, and they of it") {
  trace::ring ring(1'000);
  for (std::uint64_t id = 1; id <= 4; ++id) add(ring, event(id));
  add(ring, event(5, std::string(960, 'x')));
  CHECK(ids(ring) == std::vector<std::uint64_t>{5});
  for (std::uint64_t id = 6; id <= 9; ++id) add(ring, event(id));
  CHECK(ids(ring) == std::vector<std::uint64_t>{6, 7, 8, 9});
}

TEST_CASE("an event that is too large by itself is counted, and not kept") {
  trace::ring ring(1'000);
  add(ring, event(1));
  add(ring, event(2, std::string(2'000, 'x')));
  CHECK(ids(ring).empty());
  CHECK(ring.size() == 0);
  CHECK(ring.added() == 2);
  add(ring, event(3));
  CHECK(ids(ring) == std::vector<std::uint64_t>{3});
}

TEST_CASE("a ring of no bytes counts") {
  trace::ring ring(0);
  add(ring, event(1));
  CHECK(ring.added() == 1);
  CHECK(ring.copy(0).before == 1);
}
