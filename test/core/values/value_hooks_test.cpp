#include "core/values/value_hooks.hpp"

#include "core/bindings/hook_registry.hpp"
#include "core/values/value_source.hpp"

#include <doctest/doctest.h>

#include <string>

using core::values::value_hook;

namespace {

const value_hook daily{"web", "hooks/daily.sh"};
const value_hook all{"", "hooks/all.sh"};

} // namespace

TEST_CASE("a hook has ended well from its first success on, until its module is deleted") {
  core::values::value_hooks ledger;
  ledger.know("web", {{"hooks/daily.sh", "schedule '0 3 * * *'"}});
  CHECK_FALSE(ledger.is_settled(daily));
  ledger.failed(daily);
  CHECK(ledger.standings("web").at(daily).has_failed);
  ledger.ended_well(daily);
  CHECK(ledger.is_settled(daily));
  CHECK_FALSE(ledger.standings("web").at(daily).has_failed);
  ledger.failed(daily);
  CHECK_MESSAGE(ledger.is_settled(daily), "what it has set is still there");
  CHECK_FALSE(ledger.standings("web").at(daily).has_set);
  ledger.set_values(daily);
  CHECK(ledger.standings("web").at(daily).has_set);
  ledger.forget_runs("web");
  CHECK_FALSE(ledger.is_settled(daily));
  CHECK(ledger.standings("web")
        == core::values::hook_standings{{daily, {.is_there = true, .occasions = "schedule '0 3 * * *'"}}});
}

TEST_CASE("a doubtful run takes the belief in a hook away, until it runs well at the same occasion or sets values") {
  core::values::value_hooks ledger;
  ledger.set_values(daily);
  ledger.doubted(daily, "schedule", "line 3: command not found");
  CHECK_FALSE(ledger.is_settled(daily));
  CHECK_MESSAGE(ledger.standings("web").at(daily).has_set, "what it has set before still counts");
  ledger.ended_well(daily, "onStartup");
  CHECK_FALSE(ledger.is_settled(daily));
  ledger.failed(daily);
  CHECK_FALSE(ledger.is_settled(daily));
  SUBCASE("the same occasion") {
    ledger.ended_well(daily, "schedule");
  }
  SUBCASE("values") {
    ledger.set_values(daily);
  }
  CHECK(ledger.is_settled(daily));
  core::values::value_hooks fresh;
  fresh.doubted(daily, "schedule", "line 3: command not found");
  CHECK_FALSE(fresh.is_settled(daily));
  fresh.ended_well(daily, "schedule");
  CHECK(fresh.is_settled(daily));
  fresh.doubted(daily, "schedule", "curl");
  fresh.forget_runs("web");
  CHECK(fresh.standings("web").at(daily).doubts.empty());
}

TEST_CASE("a module has its own hooks and the global ones") {
  core::values::value_hooks ledger;
  ledger.set_values(all);
  ledger.know("web", {{"hooks/daily.sh", ""}});
  ledger.ended_well({"db", "hooks/daily.sh"});
  const auto found = ledger.standings("web");
  CHECK(found.size() == 2);
  CHECK(found.at(all).has_ended);
  CHECK_MESSAGE(!found.at(all).is_there, "it has not said that it is there");
  CHECK_FALSE(found.at(daily).has_ended);
}

TEST_CASE("a hook that does not configure any more is not there, and has run all the same") {
  core::values::value_hooks ledger;
  ledger.know("web", {{"hooks/daily.sh", "onStartup"}});
  ledger.ended_well(daily);
  ledger.know("web", {{"hooks/other.sh", "onStartup"}});
  CHECK_FALSE(ledger.standings("web").at(daily).is_there);
  CHECK(ledger.is_settled(daily));
}

TEST_CASE("a held release is decided again by the first success of a hook, not by what hooks set again and again") {
  core::values::value_standing held;
  held.hooks = {{daily, {.is_there = true}}};
  auto now = held;
  now.hook_values = "0123";
  now.hooks[daily].has_failed = true;
  CHECK_FALSE(core::values::is_decided_again(held, now));
  now.hooks[daily].has_ended = true;
  CHECK(core::values::is_decided_again(held, now));
  CHECK_FALSE(core::values::is_decided_again(now, now));
  auto doubted = now;
  doubted.hooks[daily].doubts = {{"schedule", "curl"}};
  CHECK_MESSAGE(core::values::is_decided_again(held, doubted), "its words are to be named");
  CHECK_FALSE(core::values::is_decided_again(doubted, doubted));
  CHECK(core::values::is_decided_again(doubted, now));
  now = held;
  now.hooks[all].has_ended = true;
  CHECK(core::values::is_decided_again(held, now));
  now = held;
  now.present.insert(core::values::value_source::section);
  CHECK(core::values::is_decided_again(held, now));
}

TEST_CASE("the label of a hook is one of Kubernetes, and tells hooks of two owners apart") {
  CHECK(core::values::label_key_of(daily).size() <= 63);
  CHECK(core::values::label_key_of({"web", "a"}) != core::values::label_key_of({"", "a"}));
  CHECK(core::values::label_key_of({"web", "a"}) != core::values::label_key_of({"web", "b"}));
  struct row {
    value_hook hook;
    std::string value;
  };
  const row rows[] = {
    {daily, "hooks_daily.sh"},
    {all, "global.hooks_all.sh"},
    {{"web", "_a b_"}, "a_b"},
    {{"web", "/"}, "hook"},
    {{"web", std::string(70, '_') + "a.sh"}, "a.sh"},
    {{"web", "hooks/" + std::string(80, 'x')}, std::string(63, 'x')},
  };
  for (const auto& x : rows) CHECK(core::values::label_value_of(x.hook) == x.value);
}

TEST_CASE("the occasions of a hook are those of its bindings") {
  core::bindings::hook_definition hook;
  CHECK(core::bindings::occasions_of(hook).empty());
  hook.name = "a.sh";
  hook.lifecycle = {{core::bindings::lifecycle_point::after_helm, 1}};
  hook.schedules.emplace_back().crontab = "0 3 * * *";
  hook.kubernetes.emplace_back().kind = "Pod";
  CHECK(core::bindings::occasions_of(hook) == "afterHelm, schedule '0 3 * * *', events of Pod");
  CHECK(core::bindings::hook_registry({hook}).occasions().at("a.sh") == core::bindings::occasions_of(hook));
}

TEST_CASE("values that a hook had set for one of its bindings are awaited there") {
  core::values::value_hooks ledger;
  ledger.know("web", {{"hooks/daily.sh", "onStartup, schedule '0 3 * * *'"}},
              {{"hooks/daily.sh", {"onStartup", "each day"}}});
  const auto now = [&ledger] { return ledger.standings("web").at(daily); };
  const auto label = core::values::label_value_of_binding("each day");
  CHECK_EQ(label, "each_day");
  CHECK_EQ(now().awaited(label), "each day");
  CHECK_MESSAGE(now().awaited("another") == "another", "the hook has no such binding any more");
  CHECK(now().awaited("").empty());
  const auto before = ledger.standings("web");
  ledger.ended_well(daily, "onStartup");
  CHECK(now().is_believed_at(""));
  CHECK_FALSE(now().is_believed_at(label));
  CHECK_FALSE(ledger.is_settled(daily));
  const auto between = ledger.standings("web");
  CHECK(core::values::has_one_ended(before, between));
  SUBCASE("until a run there has ended well") {
    ledger.ended_well(daily, "each day");
    CHECK(core::values::has_one_ended(between, ledger.standings("web")));
  }
  SUBCASE("until it sets values for any") {
    ledger.set_values(daily, "onStartup");
    CHECK_EQ(now().set_at, "onStartup");
  }
  CHECK(now().is_believed_at(label));
  CHECK(ledger.is_settled(daily));
  ledger.forget_runs("web");
  CHECK_EQ(now().awaited(label), "each day");
}
