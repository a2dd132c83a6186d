#include "core/releases/planned_upgrades.hpp"

using namespace core::releases;

TEST_CASE("an upgrade that removes or changes objects is held while two directories have the name of the module") {
  auto x = planned({web, data}, {web});
  x.platform = {"shop", {}};
  x.twins = {"/modules/020-web"};
  check(twin_directory_guard,
        {{"an object goes", x, "hold"},
         {"no object changes", with(x, [](auto& change) { change.rendered = change.released; }), "pass"},
         {"objects change",
          with(x,
               [](auto& change) {
                 change.rendered = change.released;
                 change.is_content_changed = true;
               }),
          "hold"},
         {"one directory", with(x, [](auto& change) { change.twins.clear(); }), "pass"},
         {"the record was not read", with(x, [](auto& change) { change.is_record_read = false; }), "record?"},
         {"the record cannot be read", with(x, [](auto& change) { change.released = nullptr; }), "pass"},
         {"not rendered", with(x, [](auto& change) { change.rendered = nullptr; }), "rendered?"},
         {"what helm compares with is not known", with(x, [](auto& change) { change.compared.reset(); }), "compared?"},
         {"helm cannot read that", with(x, [](auto& change) { change.compared = nullptr; }), "pass"},
         {"another platform", with(x, [](auto& change) { change.last->labels["modulePlatform"] = "other"; }), "pass"},
         {"uninstalled", with(x, uninstall), "pass"},
         {"no release", with(x, remove_release), "pass"}});
  const auto held = std::get<guard_answer::hold>(twin_directory_guard.answer(x));
  CHECK_NE(held.why.reason.find("the chart comes from /modules/010-web, and /modules/020-web has the same module name"),
           std::string::npos);
}
