#include "core/releases/chart_directories.hpp"
#include "core/releases/planned_upgrades.hpp"

#include <doctest/doctest.h>

#include <string>
#include <variant>

using namespace core::releases;

namespace {

planned_upgrade going_back() {
  auto x = planned({web, data}, {web});
  x.before.version = "0.2.0";
  x.chart_version = "0.1.0";
  x.last->labels[std::string(chart_directories_label)] = "templates.Chart_yaml";
  return x;
}

} // namespace

TEST_CASE("an upgrade to an older chart is held if objects would go") {
  const auto changed = [](auto change) { return with(going_back(), change); };
  check(older_chart_guard,
        {{"older", going_back(), "hold"},
         {"newer", changed([](auto& x) { x.chart_version = "0.3.0"; }), "pass"},
         {"the same", changed([](auto& x) { x.chart_version = "0.2.0"; }), "pass"},
         {"no Chart.yaml now", changed([](auto& x) { x.chart_version = ""; }), "pass"},
         {"not read", changed([](auto& x) { x.chart_version.reset(); }), "chart version?"},
         {"its record has no version", changed([](auto& x) { x.before.version.clear(); }), "pass"},
         {"the operator had written Chart.yaml",
          changed([](auto& x) { x.last->labels[std::string(chart_directories_label)] = "templates"; }), "pass"},
         {"all objects stay", changed([](auto& x) {
            x.rendered = made_of({web, data});
          }),
          "pass"},
         {"handed over", changed([](auto& x) {
            x.handed_over = {{data, "db"}};
          }),
          "pass"},
         {"confirmed", changed([](auto& x) { x.last->labels["moduleGivesUp"] = "3"; }), "pass"},
         {"confirmed for another revision", changed([](auto& x) { x.last->labels["moduleGivesUp"] = "2"; }), "hold"},
         {"no release", changed(remove_release), "pass"},
         {"uninstalled", changed(uninstall), "pass"},
         {"record not read", changed(leave_unread), "record?"},
         {"not rendered", changed([](auto& x) { x.rendered = nullptr; }), "rendered?"}});
}

TEST_CASE("the hold by an older chart names objects, versions and the label") {
  const auto answer = older_chart_guard.answer(going_back());
  const auto* hold = std::get_if<guard_answer::hold>(&answer);
  REQUIRE(hold != nullptr);
  CHECK(hold->ends_with_label);
  CHECK_EQ(describe(hold->why),
           "helm would remove apps/ConfigMap/data from the release, which stays as it is, revision 3: the chart in "
           "/modules/010-web has version 0.1.0, which is older than version 0.2.0 of that revision, as in an older "
           "image. Bring the newer image back; or, if the objects are to go: kubectl -n apps label secret "
           "sh.helm.release.v1.web.v3 moduleGivesUp=3");
}
