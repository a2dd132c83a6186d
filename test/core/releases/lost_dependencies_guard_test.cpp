#include "core/releases/bearing_objects.hpp"
#include "core/releases/planned_upgrades.hpp"

using namespace core::releases;

TEST_CASE("an upgrade is held if objects go or change because Chart.yaml has lost dependencies") {
  auto x = planned({web, data}, {web});
  x.platform = {"shop", {}};
  x.files = {"templates/a.yaml", "charts/redis/Chart.yaml"};
  x.unnamed_dependencies = std::vector<std::string>{"charts/redis (alias cache)"};
  check(lost_dependencies_guard,
        {{"objects go", x, "hold"},
         {"objects change",
          with(x,
               [](auto& c) {
                 c.rendered = made_of({web, data});
                 c.is_content_changed = true;
               }),
          "hold"},
         {"nothing changes",
          with(x,
               [](auto& c) {
                 c.rendered = made_of({web, data});
               }),
          "pass"},
         {"none is lost", with(x, [](auto& c) { c.unnamed_dependencies->clear(); }), "pass"},
         {"not compared", with(x, [](auto& c) { c.unnamed_dependencies.reset(); }), "dependencies?"},
         {"no chart in the chart", with(x, [](auto& c) { c.files = {"templates/a.yaml"}; }), "pass"},
         {"not rendered", with(x, [](auto& c) { c.rendered = nullptr; }), "rendered?"},
         {"the record was not read", with(x, leave_unread), "record?"},
         {"the record cannot be read", with(x, [](auto& c) { c.released = nullptr; }), "pass"},
         {"a user confirms",
          with(x,
               [](auto& c) {
                 c.last = last({{gives_up_label, "3"}});
               }),
          "pass"},
         {"no release", with(x, remove_release), "pass"}});
  const auto held = std::get<guard_answer::hold>(lost_dependencies_guard.answer(x));
  CHECK(held.ends_with_label);
  CHECK_EQ(describe(held.why),
           "helm would remove apps/ConfigMap/data from the release, which stays as it is, revision 3: Chart.yaml in "
           "/modules/010-web does not name these dependencies any more, while the charts are there and the version is "
           "the same: charts/redis (alias cache). Bring them back to `dependencies`; or, if it is meant so, give the "
           "chart another version, or: kubectl -n apps label secret sh.helm.release.v1.web.v3 moduleGivesUp=3");
}
