#include "core/releases/modules_directory.hpp"
#include "core/releases/planned_upgrades.hpp"

#include <doctest/doctest.h>

#include <string>
#include <variant>

using namespace core::releases;

TEST_CASE("an upgrade is held if objects would go because the module comes from another directory of modules") {
  const std::vector<std::string> both{"/overlay", "/modules"};
  auto x = planned({web, data}, {web});
  x.platform.modules_dirs = both;
  x.last = last(modules_directory_labels(both, "/overlay/010-web"));
  check(modules_directory_guard,
        {{"the overlay is empty", x, "hold"},
         {"its record is not known", with(x, leave_unread), "record?"},
         {"it is not rendered", with(x, [](auto& c) { c.rendered = nullptr; }), "rendered?"},
         {"no object goes", with(x, [](auto& c) { c.rendered = c.released; }), "pass"},
         {"the same directory", with(x, [](auto& c) { c.directory = "/overlay/010-web"; }), "pass"},
         {"a revision without the label", with(x, [](auto& c) { c.last = last(); }), "pass"},
         {"there is no release", with(x, remove_release), "pass"},
         {"it is uninstalled", with(x, uninstall), "pass"}});
  const auto hold = std::get<guard_answer::hold>(modules_directory_guard.answer(x));
  CHECK(hold.ends_with_label);
  CHECK_EQ(describe(hold.why),
           "helm would remove apps/ConfigMap/data from the release, which stays as it is, revision 3: its chart came "
           "from directory of modules /overlay, and comes from /modules/010-web now. Bring the module back there and "
           "restart the operator; or, if the objects are to go: kubectl -n apps label secret sh.helm.release.v1.web.v3 "
           "moduleModulesDir-");
}
