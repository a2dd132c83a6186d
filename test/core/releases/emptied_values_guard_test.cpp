#include "core/releases/planned_upgrades.hpp"

#include <doctest/doctest.h>

#include <chrono>
#include <string>

using namespace core::releases;

namespace {

text::json parsed(const char* x) {
  return text::parse_json(x).value();
}

planned_upgrade with_null() {
  auto x = planned({web}, {web});
  x.is_content_changed = true;
  x.value_grace = std::chrono::seconds(25);
  x.standing.emplace();
  x.standing->blank_values = {{{{"web", "password"}}, "the ConfigMap"}};
  x.values_before = parsed(R"({"web":{"password":"a","users":["a"]}})");
  x.values = parsed(R"({"web":{"users":["a"]}})");
  x.reads_former = true;
  return x;
}

} // namespace

TEST_CASE("an upgrade that changes objects because a key of a user has no value any more waits, and names it") {
  const auto x = with_null();
  const auto blank_text = [](planned_upgrade& change) {
    change.standing->blank_values.clear();
    change.standing->sections = change.values = parsed(R"({"web":{"password":"","users":["a"]}})");
  };
  const auto in_file = [&](planned_upgrade& change) {
    blank_text(change);
    change.standing->sections = parsed("{}");
    change.standing->blank_texts = {{{{"web", "password"}}, "values.yaml"}};
  };
  const auto by_hook = [](planned_upgrade& change) {
    change.standing->hook_keys.stored = {{{{"web", "password"}}, "hook 'a.sh' of module 'web'"}};
  };
  check(emptied_values_guard,
        {{"a null", x, "delay"},
         {"and values have no time", with(x, [](auto& c) { c.value_grace = {}; }), "pass"},
         {"a blank text in a file", with(x, in_file), "delay"},
         {"and this process has applied other values",
          with(with(x, in_file), [](auto& c) { c.have_values_changed = true; }), "pass"},
         {"and an edit may have taken its value away",
          with(with(x, in_file), [](auto& c) { c.standing->is_edited = true; }), "pass"},
         {"and the time is over", with(x, [](auto& c) { c.delayed = {"emptied values"}; }), "pass"},
         {"a blank text", with(x, blank_text), "pass"},
         {"a blank text that a hook has stored", with(with(x, blank_text), by_hook), "delay"},
         {"and its time is over",
          with(with(with(x, blank_text), by_hook), [](auto& c) { c.delayed = {"emptied values"}; }), "pass"},
         {"it was blank before", with(x, [](auto& c) { c.values_before = c.values; }), "pass"},
         {"the chart does not read it", with(x, [](auto& c) { c.reads_former = false; }), "pass"},
         {"and it is not known", with(x, [](auto& c) { c.reads_former.reset(); }), "reads former?"},
         {"the values are not known", with(x, [](auto& c) { c.values_before.reset(); }), "values?"},
         {"no blank is written", with(x, [](auto& c) { c.standing->blank_values.clear(); }), "pass"},
         {"the objects stay as they are", with(x, [](auto& c) { c.is_content_changed = false; }), "pass"},
         {"an object goes: another guard decides", with(x, [](auto& c) { c.rendered = made_of({}); }), "pass"},
         {"the sources are not known", with(x, [](auto& c) { c.standing.reset(); }), "pass"},
         {"the record is not read", with(x, leave_unread), "record?"},
         {"the same inputs", with(x, repeat_inputs), "pass"},
         {"no release", with(x, remove_release), "pass"},
         {"an uninstalled release", with(x, uninstall), "pass"}});
  const auto passed = emptied_values_guard.answer(with(x, blank_text));
  REQUIRE(std::get<guard_answer::pass>(passed).blank);
  CHECK_EQ(std::get<guard_answer::pass>(passed).blank->values, "web.password (a blank text, in the ConfigMap)");
}

TEST_CASE("a blank that a hook has stored is a value of hooks") {
  auto x = with_null();
  x.standing->hook_keys.stored = {{{{"web", "password"}}, "hook 'a.sh' of module 'web'"}};
  const auto answer = emptied_values_guard.answer(x);
  const auto* delay = std::get_if<guard_answer::delay>(&answer);
  REQUIRE(delay != nullptr);
  REQUIRE(delay->blank);
  CHECK(delay->blank->owner == value_owner::hooks);
  CHECK_EQ(delay->blank->hooks, "hook 'a.sh' of module 'web'");
  CHECK_MESSAGE(delay->blank->hint.find("look at the objects that the hook reads") != std::string::npos,
                delay->blank->hint);
}

TEST_CASE("an emptied value is named with its place and source, and without contents") {
  const auto answer = emptied_values_guard.answer(with_null());
  const auto* delay = std::get_if<guard_answer::delay>(&answer);
  REQUIRE(delay != nullptr);
  REQUIRE(delay->blank);
  CHECK_EQ(delay->blank->values, "web.password (no value, in the ConfigMap)");
  CHECK(delay->blank->owner == value_owner::users);
  CHECK_EQ(delay->time.count(), 25);
  CHECK_NE(delay->blank->hint.find("get values web --revision 3"), std::string::npos);
}
