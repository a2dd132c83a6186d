#include "trace/ring.hpp"

#include "base/actor_name.hpp"
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

TEST_CASE("what is packed comes out as it was, one after the other") {
  trace::event full{.id = 1ULL << 63U,
                    .cause = 300,
                    .time_us = -1,
                    .sender = "queue main",
                    .receiver = "module web",
                    .type = {"task_run"},
                    .summary = std::string("zero \0 in it", 12),
                    .step = 16,
                    .duration_us = 1'000'000'000'000,
                    .also = {1, 127, 128},
                    .facts = {{"module", "web"}, {"reason", ""}},
                    .changes = {{"web.a", std::nullopt, "1"}, {"web.b", "2", std::nullopt, false}}};
  trace::event_packer packer;
  std::string two(trace::pack(packer, full).bytes);
  two += trace::pack(packer, trace::event{}).bytes;
  std::string_view left = two;
  CHECK(trace::take_packed(left) == full);
  CHECK(trace::take_packed(left) == trace::event{});
  CHECK(left.empty());
}

TEST_CASE("texts that stay are kept by their place, and a pattern takes the facts") {
  static constexpr trace::event_type type = "object_changed";
  const auto sender = base::kept_label("informer");
  trace::event_packer packer;
  packer.begin({.id = 9,
                .cause = 8,
                .sender = {*sender, true},
                .receiver = {"hooks"},
                .type = {type.view(), true},
                .summary = {"{event} {namespace/}{name}{none/} for {none}.", true}},
               {});
  packer.add("event", "Added");
  packer.add("namespace", "{name}");
  packer.add("name", "web");
  const auto packed = packer.end();
  CHECK(packed.bytes.size() < 90);
  const auto x = trace::unpacked(packed);
  CHECK(x.cause == 8);
  CHECK(x.sender == "informer");
  CHECK(x.receiver == "hooks");
  CHECK(x.type == type);
  CHECK(x.summary == "Added {name}/web for .");
}

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

TEST_CASE("an event may have texts and lists of any length") {
  trace::event large{.id = 1, .summary = std::string(200'000, 's'), .also = std::vector<std::uint64_t>(10'000, 1)};
  for (int i = 0; i < 1'000; ++i) large.facts.push_back({"name", std::string(i, 'f')});
  trace::event_packer packer;
  CHECK(trace::unpacked(trace::pack(packer, large)) == large);
  CHECK(trace::unpacked(trace::pack(packer, trace::event{})) == trace::event{});
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
