// Two machines on one Lease, in worlds from seeds.

#include "core/leadership/lease_world.hpp"

#include <doctest/doctest.h>

#include <cstdint>
#include <optional>
#include <string>

using namespace std::chrono_literals;
using core::leadership::instant;
using test::lease_dangers;
using test::lease_world;

namespace {

constexpr lease_dangers calm{};
constexpr lease_dangers bad_day{.lost = 60, .slow = 60, .broken = 20, .has_wrong_rates = true};

/// Does harm to a replica from time to time, until `end`.
void harm(lease_world& world, instant end) {
  while (world.now < end) {
    world.run_until(world.now + std::chrono::milliseconds(500 + world.random(20000)));
    auto& x = world.random(2) == 0 ? world.a : world.b;
    switch (world.random(3)) {
      case 0: world.freeze(x, std::chrono::milliseconds(world.random(30000))); break;
      case 1:
        world.kill(x);
        world.after(std::chrono::milliseconds(200 + world.random(30000)), [&world, &x, starts = x.starts] {
          if (x.starts == starts) world.start(x);
        });
        break;
      default: world.write_by_hand("a person"); break;
    }
  }
}

/// The replica that leads; null: no replica, or both.
const lease_world::replica* leader_of(const lease_world& world) {
  if (world.leads(world.a) == world.leads(world.b)) return nullptr;
  return world.leads(world.a) ? &world.a : &world.b;
}

} // namespace

TEST_CASE("two machines never lead at the same time, and one of them leads after a bad day") {
  for (std::uint64_t seed = 1; seed <= 400; ++seed) {
    CAPTURE(seed);
    lease_world world(seed, bad_day);
    harm(world, 200s);
    REQUIRE_MESSAGE(world.faults.empty(), world.faults.front());
    const auto leads_before = world.a.leads + world.b.leads;
    CHECK(leads_before > 0);
    // With a network that loses messages a lead may end, and begins again.
    const lease_world::replica* found = nullptr;
    for (int tries = 0; found == nullptr && tries < 90; ++tries) {
      world.run_until(world.now + 1s);
      found = leader_of(world);
    }
    CHECK(found != nullptr);
    REQUIRE_MESSAGE(world.faults.empty(), world.faults.front());
  }
}

TEST_CASE("slow answers to renewals give no machine more time than its rival waits") {
  for (std::uint64_t seed = 1; seed <= 400; ++seed) {
    CAPTURE(seed);
    lease_world world(seed, {.slow_answers = 400, .has_wrong_rates = true});
    while (world.now < 200s) {
      world.run_until(world.now + std::chrono::milliseconds(15000 + world.random(3000)));
      if (world.leads(world.a)) world.freeze(world.a, 25s);
      if (world.leads(world.b)) world.freeze(world.b, 25s);
    }
    REQUIRE_MESSAGE(world.faults.empty(), world.faults.front());
  }
}

TEST_CASE("a Lease that a person deletes or clears does not give two machines the lead") {
  for (std::uint64_t seed = 1; seed <= 200; ++seed) {
    CAPTURE(seed);
    lease_world world(seed, {.slow = 30, .has_wrong_rates = true});
    for (int i = 0; i < 6; ++i) {
      // Both have seen the Lease: a machine that starts and finds no Lease takes it at once.
      world.run_until(world.now + 40s + std::chrono::milliseconds(world.random(3000)));
      if (world.random(2) == 0)
        world.write_by_hand(std::nullopt);
      else
        world.write_by_hand("");
    }
    world.run_until(world.now + 40s);
    REQUIRE_MESSAGE(world.faults.empty(), world.faults.front());
    CHECK(leader_of(world) != nullptr);
  }
}

TEST_CASE("on a quiet day the lead stays where it is") {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    CAPTURE(seed);
    lease_world world(seed, {.has_wrong_rates = true});
    world.run_until(600s);
    CHECK(world.a.leads + world.b.leads == 1);
    CHECK(leader_of(world) != nullptr);
    CHECK(world.faults.empty());
  }
}

TEST_CASE("a standby leads within the duration and two seconds after the leader has died") {
  for (std::uint64_t seed = 1; seed <= 50; ++seed) {
    CAPTURE(seed);
    lease_world world(seed, calm);
    world.run_until(20s + std::chrono::milliseconds(world.random(5000)));
    REQUIRE(leader_of(world) != nullptr);
    auto& dead = leader_of(world) == &world.a ? world.a : world.b;
    auto& heir = &dead == &world.a ? world.b : world.a;
    world.kill(dead);
    world.run_until(world.now + 17s);
    CHECK(world.leads(heir));
    CHECK(world.faults.empty());
  }
}

TEST_CASE("a leader that is killed and starts again leads again at once") {
  lease_world world(1, calm);
  world.run_until(20s);
  REQUIRE(leader_of(world) != nullptr);
  auto& x = leader_of(world) == &world.a ? world.a : world.b;
  world.kill(x);
  world.start(x);
  world.run_until(world.now + 400ms);
  CHECK(world.leads(x));
  CHECK(world.faults.empty());
}

TEST_CASE("a Lease that is given away is taken within some round trips") {
  for (std::uint64_t seed = 1; seed <= 50; ++seed) {
    CAPTURE(seed);
    lease_world world(seed, calm);
    world.run_until(20s + std::chrono::milliseconds(world.random(5000)));
    REQUIRE(leader_of(world) != nullptr);
    auto& first = leader_of(world) == &world.a ? world.a : world.b;
    auto& heir = &first == &world.a ? world.b : world.a;
    world.end_work(first);
    world.run_until(world.now + 300ms);
    CHECK(world.leads(heir));
    CHECK(world.faults.empty());
  }
}
