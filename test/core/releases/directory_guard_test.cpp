#include "core/releases/planned_upgrades.hpp"

#include <doctest/doctest.h>

#include <string>

using namespace core::releases;

TEST_CASE("an upgrade is held if objects would go with a directory of the chart") {
  auto x = planned({web, data}, {web});
  x.last = last({{"moduleChartDirectories", "templates.charts"}});
  x.platform = {"shop", {}};
  check(
    directory_guard,
    {{"charts have gone", x, "hold"},
     {"no directory has gone", with(x, [](auto& change) { change.files.push_back("charts/a/Chart.yaml"); }), "pass"},
     {"the record was not read", with(x, [](auto& change) { change.is_record_read = false; }), "record?"},
     {"a template has no text any more",
      with(x,
           [](auto& change) {
             change.files.push_back("charts/a/Chart.yaml");
             change.blank = change.before.templates = {"templates/a.yaml"};
           }),
      "hold"},
     {"a chart in it is empty",
      with(x,
           [](auto& change) {
             change.files.push_back("charts/a/Chart.yaml");
             change.before.templates = {"charts/b/templates/a.yaml"};
             change.empty_directories = {"charts/b"};
           }),
      "hold"},
     {"no object goes", with(x, [](auto& change) { change.rendered = change.released; }), "pass"},
     {"not rendered", with(x, [](auto& change) { change.rendered = nullptr; }), "rendered?"},
     {"the record cannot be read", with(x, [](auto& change) { change.released = nullptr; }), "pass"},
     {"what helm compares with is not known", with(x, [](auto& change) { change.compared.reset(); }), "compared?"},
     {"helm cannot read that", with(x, [](auto& change) { change.compared = nullptr; }), "pass"},
     {"the object is of a failed revision alone, so it stays", with(x, [](auto& c) { fail_after(c, {web}); }), "pass"},
     {"another platform", with(x, [](auto& change) { change.last->labels["modulePlatform"] = "other"; }), "pass"},
     {"uninstalled", with(x, uninstall), "pass"},
     {"no release", with(x, remove_release), "pass"}});
  const auto held = std::get<guard_answer::hold>(directory_guard.answer(x));
  CHECK_NE(held.why.reason.find("apps/ConfigMap/data"), std::string::npos);
  CHECK_NE(held.why.way_out.find("/modules/010-web/charts/_keep"), std::string::npos);
  CHECK_FALSE(held.ends_with_label);
}
