#include "core/releases/planned_upgrades.hpp"

#include <doctest/doctest.h>

#include <string>
#include <variant>
#include <vector>

using namespace core::releases;

TEST_CASE("an upgrade is held if objects would go while files of the start have changed") {
  auto x = planned({web, data}, {web});
  x.compared = x.released;
  x.changed_since_start = std::vector<std::string>{"/modules/values.yaml"};
  check(start_files_guard, {{"a file has changed", x, "hold"},
                            {"its record is not known", with(x, leave_unread), "record?"},
                            {"it is not rendered", with(x, [](auto& c) { c.rendered = nullptr; }), "rendered?"},
                            {"no object goes", with(x, [](auto& c) { c.rendered = c.released; }), "pass"},
                            {"no file has changed", with(x, [](auto& c) { c.changed_since_start->clear(); }), "pass"},
                            {"there is no release", with(x, remove_release), "pass"},
                            {"it is uninstalled", with(x, uninstall), "pass"}});
  const auto hold = std::get<guard_answer::hold>(start_files_guard.answer(x));
  CHECK_NE(describe(hold.why).find("have changed since: /modules/values.yaml. Restart the operator"),
           std::string::npos);
}
