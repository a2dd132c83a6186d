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
         {"values.yaml alone has lost values",
          with(x,
               [](auto& change) {
                 change.schemas = "before";
                 change.without_defaults = effect_of_defaults{{}, "a", "b", {"backup.name"}};
               }),
          "hold"},
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
  x.without_defaults->value().keys = {"backup.name"};
  const auto both = std::get<guard_answer::hold>(lost_defaults_guard.answer(x));
  CHECK_NE(both.why.reason.find(
             "for users, and /modules/010-web/values.yaml does not have backup.name any more, while the chart has"),
           std::string::npos);
}
