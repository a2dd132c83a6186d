#include "core/releases/planned_upgrades.hpp"

#include <doctest/doctest.h>

#include <variant>
#include <vector>

using namespace core::releases;

namespace {

planned_upgrade dropping_data() {
  return planned({web, data}, {web});
}

std::vector<shared_object> handed_over(const planned_upgrade& x) {
  const auto answer = shared_objects_guard.answer(x);
  const auto* pass = std::get_if<guard_answer::pass>(&answer);
  REQUIRE(pass != nullptr);
  return pass->handed_over;
}

} // namespace

TEST_CASE("other releases are read only for an upgrade that drops objects") {
  check(
    shared_objects_guard,
    {{"drops", dropping_data(), "others?"},
     {"keeps all", planned({web}, {web, data}), "pass"},
     {"no release", with(dropping_data(), remove_release), "pass"},
     {"uninstalled", with(dropping_data(), uninstall), "pass"},
     {"the inputs of the revision", with(dropping_data(), repeat_inputs), "pass"},
     {"not read", with(dropping_data(), leave_unread), "record?"},
     {"not rendered", with(dropping_data(), [](planned_upgrade& x) { x.rendered = nullptr; }), "rendered?"},
     {"failed, with the same objects deployed", with(dropping_data(), [](auto& x) { fail_after(x, {web}); }), "pass"},
     {"failed, and others deployed",
      with(planned({web}, {web}),
           [](auto& x) {
             fail_after(x, {web, data});
           }),
      "others?"}});
}

TEST_CASE("an object that another module has is handed over to it") {
  auto x = dropping_data();
  x.others = released_objects{{"base", made_of({data})}};
  CHECK(handed_over(x) == std::vector<shared_object>{{data, "base"}});
  x.others = released_objects{{"base", made_of({web})}};
  x.in_templates.emplace();
  CHECK(handed_over(x).empty());
}

TEST_CASE("templates are searched for objects that no other release has") {
  auto x = planned({web, data}, {});
  x.others = released_objects{{"base", made_of({web})}};
  check(shared_objects_guard, {{"one has none", x, "in templates?"}});
  x.in_templates = {{data, "db", sharing::in_templates_off}};
  CHECK(handed_over(x) == std::vector<shared_object>{{web, "base"}, {data, "db", sharing::in_templates_off}});
}

TEST_CASE("an object that was handed over is not removed") {
  auto x = dropping_data();
  x.handed_over = {{data, "base"}};
  const auto answer = lost_values_guard.answer(x);
  const auto* pass = std::get_if<guard_answer::pass>(&answer);
  REQUIRE(pass != nullptr);
  CHECK(pass->removed.empty());
}
