#include "core/releases/planned_upgrades.hpp"

using namespace core::releases;

TEST_CASE("an upgrade is held if objects would go or change while an object that the chart looks up is absent") {
  const manifest_object login{"v1", "Secret", "db", "login"};
  auto labels = lookup_labels(nullptr, lookup_answers{{login}, {}});
  labels.emplace("moduleChartDirectories", "templates");
  auto x = planned({web, data}, {web, data});
  x.last = last(labels);
  x.platform = {"shop", {}};
  x.chart.uses_lookup = true;
  x.is_content_changed = true;
  x.looked_up = lookup_answers{{}, {login}};
  check(lost_lookups_guard,
        {{"objects change", x, "hold"},
         {"objects go",
          with(x,
               [](auto& change) {
                 change.rendered = made_of({web});
                 change.is_content_changed = false;
               }),
          "hold"},
         {"no object changes", with(x, [](auto& change) { change.is_content_changed = false; }), "pass"},
         {"the object is there",
          with(x,
               [&](auto& change) {
                 change.looked_up = lookup_answers{{login}, {}};
               }),
          "pass"},
         {"the revision had not found it", with(x, [](auto& change) { change.last->labels.erase("moduleLookups.0"); }),
          "pass"},
         {"a user has confirmed it", with(x, [](auto& change) { change.last->labels.erase("moduleChartDirectories"); }),
          "pass"},
         {"a helm that does not tell", with(x, [](auto& change) { change.looked_up.reset(); }), "pass"},
         {"a chart without lookups", with(x, [](auto& change) { change.chart.uses_lookup = false; }), "pass"},
         {"not rendered", with(x, [](auto& change) { change.rendered = nullptr; }), "rendered?"},
         {"the record was not read", with(x, leave_unread), "record?"},
         {"what helm compares with is not known", with(x, [](auto& change) { change.compared.reset(); }), "compared?"},
         {"helm cannot read that", with(x, [](auto& change) { change.compared = nullptr; }), "pass"},
         {"another platform", with(x, [](auto& change) { change.last->labels["modulePlatform"] = "other"; }), "pass"},
         {"uninstalled", with(x, uninstall), "pass"},
         {"no release", with(x, remove_release), "pass"}});
  const auto held = std::get<guard_answer::hold>(lost_lookups_guard.answer(x));
  CHECK(held.ends_with_label);
  CHECK(held.ends_with_object);
  CHECK_EQ(held.why.reason,
           "helm would change objects of the release, which stays as it is, revision 3: its chart reads "
           "Secret db/login by `lookup`, which revision 3 had found and which is absent now");
}
