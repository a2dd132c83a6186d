#include "core/releases/planned_upgrades.hpp"

#include <doctest/doctest.h>

using namespace core::releases;

TEST_CASE("an upgrade is held if it would delete objects of a release that no operator has made") {
  auto x = planned({web, data}, {web});
  x.is_foreign = true;
  x.last->labels = {};
  check(adoption_guard,
        {{"an object would go", x, "hold"},
         {"a user has adopted the release", with(x, [](auto& change) { change.last->labels["moduleAdopt"] = "true"; }),
          "pass"},
         {"an operator has made a revision of it", with(x, [](auto& change) { change.is_foreign = false; }), "pass"},
         {"no object would go", with(x, [](auto& change) { change.rendered = change.released; }), "pass"},
         {"not rendered", with(x, [](auto& change) { change.rendered = nullptr; }), "rendered?"},
         {"the record was not read", with(x, leave_unread), "record?"},
         {"helm cannot read the record", with(x, [](auto& change) { change.released = nullptr; }), "pass"},
         {"uninstalled", with(x, uninstall), "pass"},
         {"no release", with(x, remove_release), "pass"}});
}

TEST_CASE("a held adoption names the objects and both ways out") {
  auto x = planned({web, data}, {web});
  x.is_foreign = true;
  x.last->labels = {};
  const auto held = std::get<guard_answer::hold>(adoption_guard.answer(x));
  CHECK(held.ends_with_label);
  CHECK_MESSAGE(held.why.reason.ends_with("an upgrade would delete apps/ConfigMap/data"), held.why.reason);
  CHECK(held.why.way_out
        == "If the release is to be the module's, run `kubectl -n apps label secret sh.helm.release.v1.web.v3 "
           "moduleAdopt=true`, and the upgrade follows at once; else give the directory of the module another name");
}
