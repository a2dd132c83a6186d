#include "planned_upgrades.hpp"

#include <doctest/doctest.h>

#include <chrono>
#include <string>
#include <utility>
#include <variant>
#include <vector>

using namespace core::releases;
using namespace std::chrono_literals;

namespace {

/// An upgrade that changes contents, with these keys that go.
planned_upgrade changing(std::vector<std::string> keys) {
  auto x = planned({web}, {web});
  x.is_content_changed = true;
  x.removal_grace = 10s;
  x.departing = departing_keys{std::move(keys), false, "value `db.users` changed"};
  return x;
}

} // namespace

TEST_CASE("keys that go by no written difference wait for the removal grace") {
  const auto lost = changing({"key 'ann' of apps/Secret/db"});
  check(departing_keys_guard,
        {
          {"the keys are not known", with(lost, [](auto& x) { x.departing.reset(); }), "departing keys?"},
          {"keys go", lost, "delay"},
          {"no key goes", changing({}), "pass"},
          {"nothing changes", with(lost, [](auto& x) { x.is_content_changed = false; }), "pass"},
          {"a user has written the difference", with(lost, [](auto& x) { x.departing->is_written = true; }), "pass"},
          {"there is no grace", with(lost, [](auto& x) { x.removal_grace = 0s; }), "pass"},
          {"the grace is over", with(lost, [](auto& x) { x.delayed = {"keys"}; }), "pass"},
          {"another guard has delayed it", with(lost, [](auto& x) { x.delayed = {"blank values"}; }), "pass"},
          {"there is no release", with(lost, [](auto& x) { x.last.reset(); }), "pass"},
        });
}

TEST_CASE("keys that go are named when the delay begins, or before the upgrade") {
  auto lost = changing({});
  for (char key = 'a'; key < 'm'; ++key)
    lost.departing->keys.push_back(std::string("key '") + key + "' of apps/Secret/db");
  const auto delayed = departing_keys_guard.answer(lost);
  REQUIRE(std::holds_alternative<guard_answer::delay>(delayed));
  const auto& delay = std::get<guard_answer::delay>(delayed);
  CHECK(delay.time == 10s);
  REQUIRE(delay.keys);
  CHECK(delay.keys->keys.starts_with("key 'a' of apps/Secret/db, key 'b' of apps/Secret/db"));
  CHECK(delay.keys->keys.ends_with("key 'j' of apps/Secret/db and 2 more"));
  CHECK(delay.keys->differs == "value `db.users` changed");
  CHECK(delay.keys->hint.find("they stay for 10 s") != std::string::npos);
  lost.departing->is_written = true;
  const auto passed = departing_keys_guard.answer(lost);
  REQUIRE(std::holds_alternative<guard_answer::pass>(passed));
  const auto& note = std::get<guard_answer::pass>(passed).keys;
  REQUIRE(note);
  CHECK(note->hint.starts_with("nothing is to be done if that was on purpose"));
  lost.delayed = {"keys"};
  CHECK(std::get<guard_answer::pass>(departing_keys_guard.answer(lost)).keys == std::nullopt);
}
