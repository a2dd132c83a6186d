#include "core/releases/bearing_objects.hpp"
#include "core/releases/planned_upgrades.hpp"

#include <doctest/doctest.h>

#include <variant>
#include <vector>

using namespace core::releases;

TEST_CASE("an upgrade is held if a Namespace or a definition would go") {
  const manifest_object space{"v1", "Namespace", "", "shop"};
  auto x = planned({web, space}, {web});
  x.deletable = std::vector{space};
  check(bearing_objects_guard,
        {{"its template has gone", x, "hold"},
         {"it is not looked up", with(x, [](auto& c) { c.deletable.reset(); }), "deletable?"},
         {"a user keeps or has deleted it", with(x, [](auto& c) { c.deletable->clear(); }), "pass"},
         {"the values guard needs a rendering", with(x, [](auto& c) { c.rendered = nullptr; }), "rendered?"},
         {"another object goes", with(planned({web, data}, {web}), [](auto&) {}), "pass"},
         {"no object goes", with(x, [](auto& c) { c.rendered = c.released; }), "pass"},
         {"a user gives it up",
          with(x,
               [](auto& c) {
                 c.last = last({{gives_up_label, "3"}});
               }),
          "pass"},
         {"the label is a copy from an earlier revision",
          with(x,
               [](auto& c) {
                 c.last = last({{gives_up_label, "2"}});
               }),
          "hold"},
         {"there is no release", with(x, remove_release), "pass"},
         {"it is uninstalled", with(x, uninstall), "pass"}});
  const auto hold = std::get<guard_answer::hold>(bearing_objects_guard.answer(x));
  CHECK(hold.ends_with_label);
  CHECK_EQ(
    describe(hold.why),
    "helm would remove Namespace/shop with all objects in it from the release, which stays as it is, revision 3: "
    "these objects go with it for good, and no later upgrade brings them back. Bring it back to the chart or its "
    "values; or, to leave it in the cluster without the release, run `kubectl annotate Namespace shop "
    "helm.sh/resource-policy=keep` and let the module run; or, if all of it is to go: kubectl -n apps label "
    "secret sh.helm.release.v1.web.v3 moduleGivesUp=3");
}

TEST_CASE("an upgrade is held if a StatefulSet would go with the claims of its Pods") {
  const manifest_object set{"apps/v1", "StatefulSet", "apps", "db"};
  auto x = planned({web, set}, {web});
  x.deletable = std::vector{set};
  check(bearing_objects_guard, {{"its claims go with it", x, "hold"},
                                {"it is not looked up", with(x, [](auto& c) { c.deletable.reset(); }), "deletable?"},
                                {"no claim goes with it", with(x, [](auto& c) { c.deletable->clear(); }), "pass"},
                                {"it stays", with(x, [](auto& c) { c.rendered = c.released; }), "pass"}});
}
