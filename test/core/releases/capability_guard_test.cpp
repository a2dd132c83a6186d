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

TEST_CASE("a chart that looks up objects is held with their names, and asks for nothing yet") {
  auto x = planned({web, data}, {web});
  x.compared = x.released;
  x.groups.any = true;
  x.kinds = kind_doubt{.is_young = true};
  x.chart.uses_lookup = true;
  const auto words_of = [](const planned_upgrade& upgrade) {
    const auto said = capability_guard.answer(upgrade);
    const auto* held = std::get_if<guard_answer::hold>(&said);
    REQUIRE(held != nullptr);
    return describe(held->why);
  };
  CHECK_MESSAGE(words_of(x).find("its chart looks up objects of the cluster (`lookup`)") != std::string::npos,
                words_of(x));
  x.chart.looked_up = {"Secret apps/tls"};
  const auto words = words_of(x);
  CHECK_MESSAGE(words.find("remove apps/ConfigMap/data, and its chart looks up Secret apps/tls") != std::string::npos,
                words);
  // The object may be there, so nobody is asked to bring it back.
  CHECK_MESSAGE(words.find("There is nothing to do yet: the module runs again by itself") != std::string::npos, words);
  CHECK_MESSAGE(words.find("bring back") == std::string::npos, words);
  x.chart.asks_capabilities = true;
  const auto asked = words_of(x);
  CHECK_MESSAGE(asked.find("its chart asks which kinds") != std::string::npos, asked);
  CHECK_MESSAGE(asked.find("There is nothing to do yet") != std::string::npos, asked);
  CHECK_MESSAGE(asked.find("bring back") == std::string::npos, asked);
}
