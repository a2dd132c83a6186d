#include "core/releases/planned_upgrades.hpp"

#include <doctest/doctest.h>

#include <string>

using namespace core::releases;

TEST_CASE("an upgrade is held for objects of other releases, if helm does not look at their owner") {
  auto x = planned({web, data}, {web});
  x.is_owner_checked = false;
  x.compared = x.released;
  x.taken = std::vector<object_of_another>{{data, {"db", "apps"}}};
  const auto lack = [](planned_upgrade& change) { change.taken.reset(); };
  check(owner_guard,
        {{"an object of another release", x, "hold"},
         {"no such object", with(x, [](auto& change) { change.taken->clear(); }), "pass"},
         {"their owners are not known", with(x, lack), "taken?"},
         {"helm looks at owners", with(x, [](auto& change) { change.is_owner_checked = true; }), "pass"},
         {"which helm is not known", with(x, [](auto& change) { change.is_owner_checked.reset(); }), "owner_check?"},
         {"not rendered", with(x, [](auto& change) { change.rendered = nullptr; }), "rendered?"},
         {"the record was not read", with(with(x, lack), leave_unread), "record?"},
         {"what helm compares with is not known", with(x, [](auto& change) { change.compared.reset(); }), "compared?"},
         {"helm cannot read it", with(x, [](auto& change) { change.compared = nullptr; }), "pass"},
         {"a failed revision", with(x, [](auto& change) { change.last->status = release_status::failed; }), "refuse"},
         {"made from these inputs", with(x, repeat_inputs), "pass"},
         {"failed with these inputs",
          with(with(x, repeat_inputs), [](auto& change) { change.last->status = release_status::failed; }), "refuse"},
         {"uninstalled", with(x, uninstall), "pass"}});
}
