#include "core/releases/planned_upgrades.hpp"

#include <doctest/doctest.h>

#include <string>

using namespace core::releases;

namespace {

text::json parsed(const char* x) {
  return text::parse_json(x).value();
}

} // namespace

TEST_CASE(
  "a value of a hook that has lost its content is awaited, and if it is absent at a start, it holds the upgrade") {
  auto x = planned({web}, {web});
  x.is_content_changed = true;
  x.last = last(hook_place_labels(nullptr, {{{"web", "key"}}, {{"web", "users"}}}));
  x.last->labels["moduleHookValues"] = "0123";
  x.last->labels[core::values::label_key_of({"web", "hooks/a.sh"})] = "hooks_a.sh";
  x.standing.emplace();
  x.standing->hooks[{"web", "hooks/a.sh"}] = {
    .is_there = true, .occasions = "onStartup", .has_ended = true, .has_set = true};
  x.values_before = parsed(R"({"web":{"key":"a","users":["a"]}})");
  x.values = parsed(R"({"web":{"key":"","users":["a"]}})");
  x.set_by_hooks = hook_places{{{"web", "key"}}};
  x.reads_former = true;
  const auto nulled = [](auto& change) { change.values = parsed(R"({"web":{"key":null,"users":["a"]}})"); };
  const auto empty_list = [](auto& change) { change.values = parsed(R"({"web":{"key":"a","users":[]}})"); };
  const auto null_item = [](auto& change) { change.values = parsed(R"({"web":{"key":"a","users":[null]}})"); };
  const auto some_items = [](auto& change) {
    change.values_before = parsed(R"({"web":{"key":"a","users":["a","b"]}})");
    change.values = parsed(R"({"web":{"key":"a","users":["a",null]}})");
  };
  const auto absent = [](auto& change) {
    change.values = parsed(R"({"web":{"users":["a"]}})");
    change.set_by_hooks = hook_places{};
  };
  const auto lose_hook = [](auto& change) {
    change.last->labels[core::values::label_key_of({"web", "hooks/gone.sh"})] = "hooks_gone.sh";
  };
  const auto give_up = [](auto& change) { change.standing->hooks[{"web", "hooks/a.sh"}].has_set = false; };
  const auto runs = [](auto& change) { change.have_values_changed = true; };
  const auto waited = [](auto& change) { change.delayed = {"blank values"}; };
  check(blank_values_guard,
        {{"a text at a start", x, "delay"},
         {"a list at a start", with(x, empty_list), "delay"},
         {"all items at a start", with(x, null_item), "hold"},
         {"all items at a start, and a hook has left the module", with(with(x, null_item), lose_hook), "delay"},
         {"some items at a start", with(x, some_items), "delay"},
         {"all items while the operator runs", with(with(x, null_item), runs), "delay"},
         {"a text at a start, and the time is over", with(x, waited), "pass"},
         {"a null at a start", with(x, nulled), "hold"},
         {"a user has confirmed a null", with(with(x, nulled), [](auto& c) { c.last->labels["moduleGivesUp"] = "3"; }),
          "pass"},
         {"a user had confirmed an earlier loss",
          with(with(x, nulled), [](auto& c) { c.last->labels["moduleGivesUp"] = "2"; }), "hold"},
         {"an absent value at a start", with(x, absent), "hold"},
         {"an absent value, and a hook has left the module", with(with(x, absent), lose_hook), "delay"},
         {"an absent value, and its hook sets none any more", with(with(x, absent), give_up), "delay"},
         {"an absent value, and a user waits for no hook",
          with(with(x, absent), [](auto& c) { c.last->labels.erase("moduleHookValues"); }), "pass"},
         {"the hook has not run yet: another guard decides",
          with(with(x, absent),
               [](auto& c) {
                 c.standing->hooks[{"web", "hooks/a.sh"}].has_ended = false;
               }),
          "pass"},
         {"a null, and a hook has left the module", with(with(x, nulled), lose_hook), "delay"},
         {"while the operator runs", with(x, runs), "delay"},
         {"a list while the operator runs", with(with(x, runs), empty_list), "delay"},
         {"and the time is over", with(with(x, runs), waited), "pass"},
         {"the chart does not read it", with(x, [](auto& c) { c.reads_former = false; }), "pass"},
         {"and it is not known", with(x, [](auto& c) { c.reads_former.reset(); }), "reads former?"},
         {"the places of hooks are not known", with(x, [](auto& c) { c.set_by_hooks.reset(); }), "set by hooks?"},
         {"the values are not known", with(x, [](auto& c) { c.values_before.reset(); }), "values?"},
         {"the objects stay as they are", with(x, [](auto& c) { c.is_content_changed = false; }), "pass"},
         {"an object goes for a null",
          with(with(x, nulled),
               [](auto& c) {
                 c.is_content_changed = false;
                 c.rendered = made_of({});
               }),
          "hold"},
         {"an object goes while the operator runs: it has the removal grace",
          with(with(x, runs), [](auto& c) { c.rendered = made_of({}); }), "pass"},
         {"no hook sets values",
          with(x,
               [](auto& c) {
                 c.standing->hooks.clear();
                 c.last = last();
               }),
          "pass"},
         {"the values are as before", with(x, [](auto& c) { c.values = *c.values_before; }), "pass"},
         {"the record is not read", with(x, leave_unread), "record?"},
         {"the same inputs", with(x, repeat_inputs), "pass"},
         {"no release", with(x, remove_release), "pass"},
         {"an uninstalled release", with(x, uninstall), "pass"}});
}

TEST_CASE("a loss that is awaited is named, with hook and place, and without contents") {
  auto x = planned({web}, {web});
  x.is_content_changed = true;
  x.standing.emplace();
  x.standing->hooks[{"web", "hooks/a.sh"}] = {.is_there = true, .has_ended = true, .has_set = true};
  x.values_before = parsed(R"({"web":{"users":["anna"]}})");
  x.values = parsed(R"({"web":{"users":[]}})");
  x.set_by_hooks = hook_places{{{"web", "users"}}};
  x.reads_former = true;
  const auto answer = blank_values_guard.answer(x);
  const auto* delay = std::get_if<guard_answer::delay>(&answer);
  REQUIRE(delay != nullptr);
  REQUIRE(delay->blank);
  CHECK_EQ(delay->blank->values, "web.users (empty now)");
  CHECK_EQ(delay->blank->hooks, "hook 'hooks/a.sh'");
  CHECK_EQ(delay->blank->hint.find("anna"), std::string::npos);
}
