#include "core/releases/planned_upgrades.hpp"

#include <doctest/doctest.h>

using namespace core::releases;

TEST_CASE("a first revision is held while the other driver has records of the release") {
  auto x = planned({}, {web});
  x.last.reset();
  auto found = x;
  found.other_record = "ConfigMap 'sh.helm.release.v1.web.v3'";
  check(driver_guard, {{"not looked for", x, "other record?"},
                       {"a record", found, "hold"},
                       {"none", with(x, [](auto& change) { change.other_record = ""; }), "pass"},
                       {"there is a release", with(found, [](auto& change) { change.last = last(); }), "pass"}});
  const auto why = std::get<guard_answer::hold>(driver_guard.answer(found)).why;
  CHECK_MESSAGE(why.reason.find("ConfigMap 'sh.helm.release.v1.web.v3'") != std::string::npos, why.reason);
  CHECK_MESSAGE(why.way_out.find("--helm-driver configmap") != std::string::npos, why.way_out);
}
