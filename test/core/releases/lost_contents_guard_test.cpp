#include "core/releases/planned_upgrades.hpp"

using namespace core::releases;

TEST_CASE("an upgrade is held if objects would go or change with the content of a file") {
  auto x = planned({web, data}, {web, data});
  x.last = last({{"moduleChartDirectories", "templates"}});
  x.platform = {"shop", {}};
  x.chart.reads.names = {"rules.conf"};
  x.before.files = {"rules.conf"};
  x.is_content_changed = true;
  check(lost_contents_guard,
        {{"the file is missing, and objects change", x, "hold"},
         {"objects go",
          with(x,
               [](auto& change) {
                 change.rendered = made_of({web});
                 change.is_content_changed = false;
               }),
          "hold"},
         {"no object changes", with(x, [](auto& change) { change.is_content_changed = false; }), "pass"},
         {"the file is there", with(x, [](auto& change) { change.files.push_back("rules.conf"); }), "pass"},
         {"the label is not there", with(x, [](auto& change) { change.last = last(); }), "pass"},
         {"the record was not read", with(x, [](auto& change) { change.is_record_read = false; }), "record?"},
         {"not rendered", with(x, [](auto& change) { change.rendered = nullptr; }), "rendered?"},
         {"what helm compares with is not known", with(x, [](auto& change) { change.compared.reset(); }), "compared?"},
         {"helm cannot read that", with(x, [](auto& change) { change.compared = nullptr; }), "pass"},
         {"another platform", with(x, [](auto& change) { change.last->labels["modulePlatform"] = "other"; }), "pass"},
         {"uninstalled", with(x, uninstall), "pass"},
         {"no release", with(x, remove_release), "pass"}});
  CHECK(std::get<guard_answer::hold>(lost_contents_guard.answer(x)).ends_with_label);
}
