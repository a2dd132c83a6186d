#include "core/releases/bearing_objects.hpp"
#include "core/releases/planned_upgrades.hpp"

using namespace core::releases;

TEST_CASE("an upgrade is held if an object would change because of a second document") {
  auto x = planned({web, data}, {web, data, web});
  x.platform = {"shop", {}};
  x.doubled = std::vector<doubled_object>{{web, "web/templates/a.yaml", "web/templates/z.yaml~", true}};
  check(doubled_objects_guard,
        {{"the content changes", x, "hold"},
         {"it does not change", with(x, [](auto& c) { c.doubled->front().is_replaced = false; }), "pass"},
         {"not looked for", with(x, [](auto& c) { c.doubled.reset(); }), "doubled?"},
         {"no object has two documents",
          with(x,
               [](auto& c) {
                 c.rendered = made_of({web, data});
                 c.doubled.reset();
               }),
          "pass"},
         {"not rendered", with(x, [](auto& c) { c.rendered = nullptr; }), "rendered?"},
         {"the same inputs", with(x, repeat_inputs), "pass"},
         {"a user confirms",
          with(x,
               [](auto& c) {
                 c.last = last({{gives_up_label, "3"}});
               }),
          "pass"},
         {"no release", with(x, remove_release), "pass"}});
  const auto held = std::get<guard_answer::hold>(doubled_objects_guard.answer(x));
  CHECK(held.ends_with_label);
  CHECK_EQ(describe(held.why),
           "helm would change apps/ConfigMap/web (in web/templates/a.yaml and web/templates/z.yaml~): the chart in "
           "/modules/010-web has a further document of each object, Helm takes the last document, and revision 3 had a "
           "single one. The release stays as it is. Take one of the files out, for example a backup copy that "
           ".helmignore has hidden; or, if the last document is to count: kubectl -n apps label secret "
           "sh.helm.release.v1.web.v3 moduleGivesUp=3");
}

TEST_CASE("doubled objects that change nothing are reported before the upgrade") {
  auto x = planned({web}, {web, web});
  x.platform = {"shop", {}};
  x.doubled = std::vector<doubled_object>{{web, "web/templates/a.yaml", "web/templates/b.yaml", false}};
  const auto passed = std::get<guard_answer::pass>(doubled_objects_guard.answer(x));
  CHECK_EQ(passed.doubled, "apps/ConfigMap/web (in web/templates/a.yaml and web/templates/b.yaml)");
}
