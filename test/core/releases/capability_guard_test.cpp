#include "core/releases/planned_upgrades.hpp"

#include <doctest/doctest.h>

using namespace core::releases;

TEST_CASE("an upgrade is held while a chart that asks for kinds may not see all of them") {
  auto x = planned({web, data}, {web});
  x.compared = x.released;
  x.groups.names = {"example.com"};
  x.kinds = kind_doubt{.unknown = {"example.com/v1"}};
  const auto ask_nothing = [](planned_upgrade& change) { change.groups = {}; };
  const auto ask_any = [](planned_upgrade& change) { change.groups = {.any = true}; };
  const auto of_other = [](planned_upgrade& change) { change.kinds->unknown = {"other.example.com/v1"}; };
  const auto young = [](planned_upgrade& change) { change.kinds = kind_doubt{.is_young = true}; };
  check(capability_guard,
        {{"its group is not known", x, "hold"},
         {"it asks for no kind", with(x, ask_nothing), "pass"},
         {"another group is not known", with(x, of_other), "pass"},
         {"another group, and any group may be asked for", with(with(x, of_other), ask_any), "hold"},
         {"the kinds are young", with(x, young), "hold"},
         {"they are young, and nothing asks", with(with(x, young), ask_nothing), "pass"},
         {"all kinds are known", with(x, [](auto& change) { change.kinds.emplace(); }), "pass"},
         {"the kinds were not asked for", with(x, [](auto& change) { change.kinds.reset(); }), "rendered?"},
         {"not rendered", with(x, [](auto& change) { change.rendered = nullptr; }), "rendered?"},
         {"the record was not read", with(x, leave_unread), "record?"},
         {"nothing to compare with", with(x, [](auto& change) { change.compared.reset(); }), "compared?"},
         {"helm cannot read the record", with(x, [](auto& change) { change.compared = nullptr; }), "pass"},
         {"no object goes", with(x, [](auto& change) { change.rendered = change.released; }), "pass"},
         {"no release", with(x, remove_release), "pass"},
         {"an uninstalled release", with(x, uninstall), "pass"}});
}
