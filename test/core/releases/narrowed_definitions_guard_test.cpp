#include "core/releases/bearing_objects.hpp"
#include "core/releases/planned_upgrades.hpp"

using namespace core::releases;

TEST_CASE("an upgrade is held if objects of users would lose fields with a definition of the chart") {
  const manifest_object definition{"apiextensions.k8s.io/v1", "CustomResourceDefinition", "apps", "widgets.x.io"};
  auto x = planned({web, definition}, {web, definition});
  x.narrowed = std::vector<std::string>{"widgets.x.io: spec.extra of v1, which Widget default/a has"};
  check(narrowed_definitions_guard,
        {{"fields go", x, "hold"},
         {"no field goes", with(x, [](auto& c) { c.narrowed->clear(); }), "pass"},
         {"not looked up", with(x, [](auto& c) { c.narrowed.reset(); }), "narrowed?"},
         {"not rendered", with(x, [](auto& c) { c.rendered = nullptr; }), "rendered?"},
         {"the same inputs put a definition of the release right", with(x, repeat_inputs), "hold"},
         {"the same inputs, and a definition that stays",
          with(x,
               [&](auto& c) {
                 repeat_inputs(c);
                 c.released = made_of({web});
                 c.kept = {definition};
               }),
          "hold"},
         {"the same inputs without a definition",
          with(x,
               [](auto& c) {
                 repeat_inputs(c);
                 c.released = made_of({web});
               }),
          "pass"},
         {"a user gives the fields up",
          with(x,
               [](auto& c) {
                 c.last = last({{gives_up_label, "3"}});
               }),
          "pass"},
         {"the label is a copy",
          with(x,
               [](auto& c) {
                 c.last = last({{gives_up_label, "2"}});
               }),
          "hold"},
         {"the record was not read", with(x, leave_unread), "record?"},
         {"the record cannot be read", with(x, [](auto& c) { c.released = nullptr; }), "pass"},
         {"uninstalled", with(x, uninstall), "pass"},
         {"no release", with(x, remove_release), "pass"}});
  const auto held = std::get<guard_answer::hold>(narrowed_definitions_guard.answer(x));
  CHECK(held.ends_with_label);
  CHECK_EQ(
    describe(held.why),
    "helm would take parts from CustomResourceDefinitions of the chart in /modules/010-web, and objects of users "
    "would lose such parts with their next write: widgets.x.io: spec.extra of v1, which Widget default/a has. The "
    "release stays as it is, revision 3. Bring the definition in the chart up to date, and let the module run; "
    "or, if the parts are to go: kubectl -n apps label secret sh.helm.release.v1.web.v3 moduleGivesUp=3");
}

TEST_CASE("the first few parts of definitions are named") {
  auto x = planned({web}, {web});
  x.narrowed = std::vector<std::string>(7, "widgets.x.io: spec.a of v1");
  const auto held = std::get<guard_answer::hold>(narrowed_definitions_guard.answer(x));
  CHECK_NE(held.why.reason.find("spec.a of v1 and 2 more. The release"), std::string::npos);
}
