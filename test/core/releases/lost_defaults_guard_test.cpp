#include "core/releases/planned_upgrades.hpp"

using namespace core::releases;

TEST_CASE("an upgrade is held if lost defaults of schemas would remove or change objects") {
  auto x = planned({web, data}, {web});
  x.last = last({{"moduleChartDirectories", "templates"}});
  x.platform = {"shop", {}};
  x.before.schemas = "before";
  x.schemas = "now";
  x.without_defaults = effect_of_defaults{{"users"}, "a", "b"};
  check(lost_defaults_guard,
        {{"an object goes", x, "hold"},
         {"objects change",
          with(x,
               [](auto& change) {
                 change.rendered = change.released;
                 change.is_content_changed = true;
               }),
          "hold"},
         {"no object changes", with(x, [](auto& change) { change.rendered = change.released; }), "pass"},
         {"the defaults make no difference", with(x, [](auto& change) { change.without_defaults->value().now = "a"; }),
          "pass"},
         {"no default is lost",
          with(x, [](auto& change) { change.without_defaults = std::optional<effect_of_defaults>(); }), "pass"},
         {"not rendered with them", with(x, [](auto& change) { change.without_defaults.reset(); }), "defaults?"},
         {"the schemas are the same", with(x, [](auto& change) { change.schemas = "before"; }), "pass"},
         {"the revision had no schemas", with(x, [](auto& change) { change.before.schemas = ""; }), "pass"},
         {"the label is not there", with(x, [](auto& change) { change.last = last(); }), "pass"},
         {"the record was not read", with(x, [](auto& change) { change.is_record_read = false; }), "record?"},
         {"not rendered", with(x, [](auto& change) { change.rendered = nullptr; }), "rendered?"},
         {"what helm compares with is not known", with(x, [](auto& change) { change.compared.reset(); }), "compared?"},
         {"helm cannot read that", with(x, [](auto& change) { change.compared = nullptr; }), "pass"},
         {"another platform", with(x, [](auto& change) { change.last->labels["modulePlatform"] = "other"; }), "pass"},
         {"uninstalled", with(x, uninstall), "pass"},
         {"no release", with(x, remove_release), "pass"}});
  const auto held = std::get<guard_answer::hold>(lost_defaults_guard.answer(x));
  CHECK_NE(held.why.reason.find("have no default any more for users"), std::string::npos);
  CHECK(held.ends_with_label);
}
