#include "core/trace/trace_ring.hpp"

#include "core/trace/trace_file.hpp"

#include <doctest/doctest.h>

#include <string>
#include <utility>
#include <vector>

namespace {

core::trace_event event(std::uint64_t id, std::size_t size = 10) {
  core::trace_event x;
  x.id = id;
  x.type = "run_hook";
  x.summary = std::string(size, 'x');
  return x;
}

/// Adds events in batches of `batch`.
void add(core::trace_ring& ring, std::uint64_t first, std::uint64_t last, std::size_t batch = 1) {
  std::string lines;
  std::size_t count = 0;
  for (auto id = first; id <= last; ++id) {
    core::append_trace_line(lines, event(id));
    if (++count < batch && id != last) continue;
    ring.add(std::exchange(lines, {}), std::exchange(count, 0));
  }
}

std::vector<std::uint64_t> ids(const core::trace_ring& ring) {
  std::vector<std::uint64_t> out;
  for (const auto& x : ring.events()) out.push_back(x.id);
  return out;
}

} // namespace

TEST_CASE("a ring keeps the last events, however they come") {
  for (const std::size_t batch : {1, 7, 1000, 5000}) {
    CAPTURE(batch);
    core::trace_ring ring({.events_max = 1500});
    add(ring, 1, 4000, batch);
    const auto kept = ids(ring);
    REQUIRE(kept.size() == 1500);
    CHECK(kept.front() == 2501);
    CHECK(kept.back() == 4000);
  }
}

TEST_CASE("a ring is bounded by the length of its lines") {
  std::string line;
  core::append_trace_line(line, event(10));
  core::trace_ring ring({.bytes_max = 3 * line.size()});
  add(ring, 10, 15, 2);
  CHECK(ids(ring) == std::vector<std::uint64_t>{13, 14, 15});
  core::trace_ring none({.bytes_max = line.size() - 1});
  add(none, 10, 10);
  CHECK(ids(none).empty());
  add(none, 1, 1);
  CHECK(ids(none) == std::vector<std::uint64_t>{1});
}
