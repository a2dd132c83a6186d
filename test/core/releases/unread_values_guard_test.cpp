#include "core/releases/planned_upgrades.hpp"

using namespace core::releases;

TEST_CASE("an upgrade is held if objects would go while a value of users has lost its reader") {
  auto x = planned({web, data}, {web});
  x.last = last({{"moduleChartDirectories", "templates"}});
  x.platform = {"shop", {}};
  x.standing.emplace();
  x.unread = {{{{"web", "users"}}, "version 0.1.0", "version 0.2.0"}};
  check(unread_values_guard,
        {{"objects go", x, "hold"},
         {"all values are read", with(x, [](auto& change) { change.unread->clear(); }), "pass"},
         {"not looked for", with(x, [](auto& change) { change.unread.reset(); }), "unread?"},
         {"no object goes", with(x, [](auto& change) { change.rendered = change.released; }), "pass"},
         {"a user has confirmed", with(x, [](auto& change) { change.last = last(); }), "pass"},
         {"the record was not read", with(x, [](auto& change) { change.is_record_read = false; }), "record?"},
         {"helm cannot read the record", with(x, [](auto& change) { change.released = nullptr; }), "pass"},
         {"not rendered", with(x, [](auto& change) { change.rendered = nullptr; }), "rendered?"},
         {"what helm compares with is not known", with(x, [](auto& change) { change.compared.reset(); }), "compared?"},
         {"the sources are not known", with(x, [](auto& change) { change.standing.reset(); }), "pass"},
         {"another platform", with(x, [](auto& change) { change.last->labels["modulePlatform"] = "other"; }), "pass"},
         {"no release", with(x, remove_release), "pass"}});
  const auto held = std::get<guard_answer::hold>(unread_values_guard.answer(x));
  CHECK(held.ends_with_label);
  CHECK_EQ(held.why.reason,
           "helm would remove apps/ConfigMap/data from the release, which stays as it is, revision 3: the chart in "
           "/modules/010-web does not read web.users of the ConfigMap any more (version 0.1.0 read it)");
}
