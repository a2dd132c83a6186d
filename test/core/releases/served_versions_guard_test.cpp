#include "core/releases/planned_upgrades.hpp"

#include <doctest/doctest.h>

using namespace core::releases;

TEST_CASE("an upgrade that leaves out an object in a version that is not served is held") {
  const manifest_object plan{"example.com/v1beta1", "Plan", "apps", "p"};
  auto x = planned({web, plan}, {web});
  auto found = x;
  found.in_other_versions = {{plan, "example.com/v1"}};
  check(served_versions_guard, {{"not asked", x, "in other versions?"},
                                {"none", with(x, [](auto& change) { change.in_other_versions.emplace(); }), "pass"},
                                {"served as v1 only", found, "hold"},
                                {"after a failed revision",
                                 with(found,
                                      [&](auto& change) {
                                        fail_after(change, {web, plan});
                                      }),
                                 "refuse"},
                                {"the same inputs", with(found, repeat_inputs), "pass"},
                                {"there is no release", with(found, remove_release), "pass"}});
  const auto why = std::get<guard_answer::hold>(served_versions_guard.answer(found)).why;
  CHECK_MESSAGE(why.reason.find("serves the kind as example.com/v1 only") != std::string::npos, why.reason);
  CHECK_MESSAGE(why.way_out.starts_with("Name example.com/v1 in the chart"), why.way_out);
}
