#include "core/releases/planned_upgrades.hpp"

#include <doctest/doctest.h>

#include <string>

using namespace core::releases;

namespace {

text::json parsed(const char* x) {
  return text::parse_json(x).value();
}

const core::values::value_hook nightly{"web", "hooks/nightly.py"};

planned_upgrade reset() {
  auto x = planned({web}, {web});
  x.is_content_changed = true;
  x.last = last(hook_place_labels(nullptr, {{{"web", "allow"}}}));
  x.last->labels["moduleHookValues"] = "0123";
  x.last->labels[core::values::label_key_of(nightly)] = "hooks_nightly.py";
  x.standing.emplace();
  x.standing->hooks[nightly] = {.is_there = true, .occasions = "schedule '0 3 * * *'", .bindings = {"schedule"}};
  x.values_before = parsed(R"({"web":{"allow":"10.0.0.0/8"}})");
  x.values = parsed(R"({"web":{"allow":"nobody"}})");
  x.set_by_hooks.emplace();
  x.reads_former = true;
  return x;
}

core::values::hook_standing& hook_of(planned_upgrade& x) {
  return x.standing->hooks[nightly];
}

/// Of two hooks that had set values, one has gone.
void leave_other(planned_upgrade& x) {
  const core::values::value_hook other{"web", "hooks/other.sh"};
  x.last->labels[core::values::label_key_of(other)] = "hooks_other.sh";
  x.standing->hooks = {{other, {.is_there = true, .has_ended = true, .has_set = true}}};
}

} // namespace

TEST_CASE("contents are held while a hook that had set them has not ended well") {
  const auto x = reset();
  const auto soon = [](auto& c) { hook_of(c).occasions = "afterHelm"; };
  const auto of_two = [](auto& c) {
    c.last->labels[core::values::binding_label_key_of(nightly)] = "night";
    hook_of(c).bindings = {"onStartup", "night"};
    hook_of(c).occasions = "onStartup, schedule '0 3 * * *'";
    hook_of(c).has_ended = true;
    hook_of(c).ended_at = {"onStartup"};
  };
  check(
    awaited_hooks_guard,
    {{"it has not run", x, "hold"},
     {"it has failed", with(x, [](auto& c) { hook_of(c).has_failed = true; }), "hold"},
     {"it has ended well, and set nothing", with(x, [](auto& c) { hook_of(c).has_ended = true; }), "pass"},
     {"it has run for another binding", with(x, of_two), "delay"},
     {"and that time is over",
      with(with(x, of_two), [](auto& c) { c.delayed = {std::string(awaited_hooks_guard.name)}; }), "hold"},
     {"it will run soon", with(x, soon), "delay"},
     {"and that time is over",
      with(with(x, soon), [](auto& c) { c.delayed = {std::string(awaited_hooks_guard.name)}; }), "hold"},
     {"it is to run soon, and has failed", with(with(x, soon), [](auto& c) { hook_of(c).has_failed = true; }), "hold"},
     {"it has gone, and it was the only one", with(x, [](auto& c) { hook_of(c).is_there = false; }), "hold"},
     {"its directory has gone", with(x, [](auto& c) { c.standing->hooks.clear(); }), "hold"},
     {"it has left the module, and another hook is there", with(x, leave_other), "pass"},
     {"it binds to nothing", with(x, [](auto& c) { hook_of(c).occasions.clear(); }), "pass"},
     {"a user does not wait for hooks", with(x, [](auto& c) { c.last->labels.erase("moduleHookValues"); }), "pass"},
     {"another hook has set the value",
      with(x,
           [](auto& c) {
             c.set_by_hooks = hook_places{{{"web", "allow"}}};
           }),
      "pass"},
     {"no hook had set the value",
      with(x,
           [](auto& c) {
             c.last->labels.erase(hook_place_labels(nullptr, {{{"web", "allow"}}}).begin()->first);
           }),
      "pass"},
     {"the value is as before", with(x, [](auto& c) { c.values = *c.values_before; }), "pass"},
     {"the chart does not read it", with(x, [](auto& c) { c.reads_former = false; }), "pass"},
     {"an object goes: another guard decides", with(x, [](auto& c) { c.rendered = made_of({}); }), "pass"},
     {"the objects stay as they are", with(x, [](auto& c) { c.is_content_changed = false; }), "pass"},
     {"it is not known whether the chart reads it", with(x, [](auto& c) { c.reads_former.reset(); }), "reads former?"},
     {"the places of hooks are not known", with(x, [](auto& c) { c.set_by_hooks.reset(); }), "set by hooks?"},
     {"the values are not known", with(x, [](auto& c) { c.values_before.reset(); }), "values?"},
     {"the record is not read", with(x, leave_unread), "record?"},
     {"the same inputs", with(x, repeat_inputs), "pass"},
     {"no release", with(x, remove_release), "pass"}});
}

TEST_CASE("the message names the value, the hook, when it runs, and the way on") {
  const auto answer = awaited_hooks_guard.answer(reset());
  const auto* held = std::get_if<guard_answer::hold>(&answer);
  REQUIRE(held != nullptr);
  CHECK(held->ends_with_label);
  CHECK_EQ(describe(held->why),
           "helm would change objects of the release, which stays as it is, revision 3: web.allow had another value "
           "for it, set by hooks that have not ended well since the start: hook 'hooks/nightly.py' (it runs at: "
           "schedule '0 3 * * *'). The release is decided again each time that one of these hooks ends well "
           "(`addon-operator hook list` shows the next tick); a hook that also binds onStartup runs at once. If the "
           "values are to change without these hooks: kubectl -n apps label secret sh.helm.release.v1.web.v3 "
           "moduleHookValues-");
}

TEST_CASE("values of a hook that has gone among others are named, and hold nothing") {
  const auto answer = awaited_hooks_guard.answer(with(reset(), leave_other));
  const auto* passed = std::get_if<guard_answer::pass>(&answer);
  REQUIRE(passed != nullptr);
  REQUIRE(passed->blank);
  CHECK_EQ(passed->blank->values, "web.allow (set by no hook any more, and now of another source)");
  CHECK_EQ(passed->blank->hooks, "hook 'hooks/nightly.py', which has gone");
  CHECK_NE(passed->blank->hint.find("helm -n apps get values web --revision 3"), std::string::npos);
  const auto unread = with(with(reset(), leave_other), [](auto& c) { c.reads_former = false; });
  CHECK_FALSE(std::get<guard_answer::pass>(awaited_hooks_guard.answer(unread)).blank);
}

TEST_CASE("the message says that no hook was found, and that the hooks are to be brought back") {
  const auto answer = awaited_hooks_guard.answer(with(reset(), [](auto& c) { c.standing->hooks.clear(); }));
  const auto text = describe(std::get<guard_answer::hold>(answer).why);
  CHECK_NE(
    text.find(
      "hook 'hooks/nightly.py' (no hook that is executable and configures was found in /modules/010-web/hooks: is the "
      "directory complete in the image?). Bring back the hooks that have gone, and restart the "
      "operator. The release is decided again"),
    std::string::npos);
}
