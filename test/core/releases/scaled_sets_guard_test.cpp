#include "core/releases/bearing_objects.hpp"
#include "core/releases/planned_upgrades.hpp"
#include "core/releases/scaled_sets.hpp"

using namespace core::releases;

TEST_CASE("an upgrade is held if volumes would go with replicas of a StatefulSet") {
  const manifest_object set{"apps/v1", "StatefulSet", "apps", "db"};
  auto x = planned({web, set}, {web, set});
  x.platform = {"shop", {}};
  x.standing = core::values::value_standing{};
  x.is_content_changed = true;
  x.scaled = std::vector<scaled_set>{{set, 1, "Delete"}};
  check(scaled_sets_guard,
        {{"claims go", x, "hold"},
         {"no claims go", with(x, [](auto& c) { c.scaled->clear(); }), "pass"},
         {"not looked up", with(x, [](auto& c) { c.scaled.reset(); }), "scaled?"},
         {"no object changes", with(x, [](auto& c) { c.is_content_changed = false; }), "pass"},
         {"the chart has no StatefulSet", with(x, [](auto& c) { c.released = made_of({web}); }), "pass"},
         {"it has gone from the chart", with(x, [](auto& c) { c.rendered = made_of({web}); }), "pass"},
         {"a user gives the volumes up",
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
         {"not rendered", with(x, [](auto& c) { c.rendered = nullptr; }), "rendered?"},
         {"the sources of values are not known", with(x, [](auto& c) { c.standing.reset(); }), "pass"},
         {"no release", with(x, remove_release), "pass"}});
  const auto held = std::get<guard_answer::hold>(scaled_sets_guard.answer(x));
  CHECK(held.ends_with_label);
  CHECK_EQ(
    describe(held.why),
    "helm would take replicas from StatefulSet/db (1 replica), whose claims and volumes go with the Pods "
    "(whenScaled: Delete), and users have written nothing else than before: the release stays as it is, revision 3. "
    "Bring back the former value; or, if volumes are to go: write the number of replicas into the ConfigMap, or, if it "
    "is there already: "
    "kubectl -n apps label secret sh.helm.release.v1.web.v3 moduleGivesUp=3");
}
