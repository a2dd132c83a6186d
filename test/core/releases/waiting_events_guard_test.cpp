#include "core/releases/planned_upgrades.hpp"

#include <doctest/doctest.h>

#include <variant>

using namespace core::releases;

TEST_CASE("an upgrade that removes objects is put off while events wait for hooks") {
  auto x = planned({web, data}, {web});
  x.hooks_with_events = "hook 'hooks/a.sh'";
  check(waiting_events_guard,
        {{"an object goes", x, "put off"},
         {"no event waits", with(x, [](auto& c) { c.hooks_with_events.clear(); }), "pass"},
         {"no object goes", with(x, [](auto& c) { c.rendered = c.released; }), "pass"},
         {"another module has the object",
          with(x,
               [](auto& c) {
                 c.handed_over = {{data, "other"}};
               }),
          "pass"},
         {"it is not rendered", with(x, [](auto& c) { c.rendered = nullptr; }), "rendered?"},
         {"the record is not read", with(x, leave_unread), "record?"},
         {"the record cannot be read", with(x, [](auto& c) { c.released = nullptr; }), "pass"},
         {"Helm's comparison is not known", with(x, [](auto& c) { c.compared.reset(); }), "compared?"},
         {"Helm compares with a revision without it", with(x, [](auto& c) { fail_after(c, {web}); }), "pass"},
         {"the inputs are the same", with(x, repeat_inputs), "pass"},
         {"there is no release", with(x, remove_release), "pass"},
         {"it is uninstalled", with(x, uninstall), "pass"}});
  CHECK(std::get<guard_answer::put_off>(waiting_events_guard.answer(x)).why
        == "it would remove apps/ConfigMap/data, and events wait for hook 'hooks/a.sh'");
}
