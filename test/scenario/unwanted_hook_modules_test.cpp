// A module of hooks only has no release whose removal is named, but its hooks of the deletion may delete what
// they have made.
#include "support/operator_fixture.hpp"

#include <doctest/doctest.h>

#include <string>

using test::operator_fixture;
using test::v1;
using namespace std::chrono_literals;

namespace {

struct hook_module_fixture : operator_fixture {
  hook_module_fixture() {
    module("010-base", "");
    hook("base/a.sh", v1("onStartup: 1"));
    hook("base/y.sh", v1("beforeDeleteHelm: 1"));
    hook("base/z.sh", v1("afterDeleteHelm: 1"));
  }

  [[nodiscard]] std::string removals() {
    std::string text;
    for (const auto& line : describe().removals) text += line + "\n";
    return text;
  }
  /// @param why the end of the line on /readyz before its hint
  void check_named(const std::string& why) {
    CHECK_EQ(take_journal(), "base/y.sh beforeDeleteHelm; base/z.sh afterDeleteHelm");
    const auto named = log().find("WARN module_not_wanted step=6 module=base reason=");
    REQUIRE_MESSAGE(named != std::string::npos, log());
    CHECK_MESSAGE(log().find("hook_finished step=6", named) != std::string::npos, "it is named before a hook runs");
    CHECK_MESSAGE(log().find("hooks=\"hooks/y.sh, hooks/z.sh\"", named) != std::string::npos, log());
    CHECK_MESSAGE(removals().find("module 'base' is switched off, and its hooks of the deletion run (hooks/y.sh, "
                                  "hooks/z.sh): "
                                  + why)
                    != std::string::npos,
                  removals());
    advance(61min);
    CHECK_EQ(removals(), "");
  }
};

} // namespace

TEST_CASE_FIXTURE(hook_module_fixture,
                  "hooks of the deletion of a module without a release are named before they run") {
  SUBCASE("an edit takes the flag away") {
    set_config("baseEnabled", "true");
    start();
    static_cast<void>(take_journal());
    remove_config("baseEnabled");
    run();
    check_named("no source has a flag baseEnabled; before, it was switched on by: ConfigMap");
  }
  SUBCASE("an edit writes false") {
    set_config("baseEnabled", "true");
    start();
    static_cast<void>(take_journal());
    set_config("baseEnabled", "false");
    run();
    check_named("the flag baseEnabled is false in: ConfigMap; before, it was switched on by: ConfigMap");
  }
  SUBCASE("its enabled script says no") {
    set_config("baseEnabled", "true");
    enabled_script("base",
                   [](test::hook_run& run) { run.enabled = run.value("/base/stop").is_null() ? "true" : "false"; });
    start();
    static_cast<void>(take_journal());
    set_config("base", "stop: 1\n");
    run();
    CHECK_NE(log().find("WARN module_not_wanted step=6 module=base reason=\"its enabled script says no"),
             std::string::npos);
    CHECK_NE(removals().find("its enabled script says no"), std::string::npos);
  }
  SUBCASE("a global hook removes the flag") {
    hook("global/g.sh", v1("schedule: [{name: tick, crontab: '*/30 * * * *'}]\nonStartup: 1"), [](test::hook_run& run) {
      const bool is_start = run.reasons() == "onStartup";
      run.values_patch = is_start ? R"([{"op":"add","path":"/global/baseEnabled","value":true},
                                         {"op":"add","path":"/baseEnabled","value":true}])"
                                  : R"([{"op":"remove","path":"/baseEnabled"}])";
    });
    create_config_map();
    start();
    static_cast<void>(take_journal());
    advance(31min);
    CHECK_NE(log().find("WARN module_not_wanted step=6 module=base reason=\"no source has a flag baseEnabled\""),
             std::string::npos);
    CHECK_NE(removals().find("module 'base' is switched off"), std::string::npos);
  }
}

TEST_CASE_FIXTURE(hook_module_fixture,
                  "a deletion is named once for all its tries, and again after the next enabling") {
  set_config("baseEnabled", "true");
  bool fails = true;
  replay("base/y.sh", [&fails](test::hook_run& run) { run.failure = fails ? "not yet" : ""; });
  start();
  remove_config("baseEnabled");
  run();
  advance(1min);
  const auto count = [this] {
    unsigned found = 0;
    for (auto at = log().find("module_not_wanted"); at != std::string::npos;
         at = log().find("module_not_wanted", at + 1))
      ++found;
    return found;
  };
  CHECK_EQ(count(), 1);
  fails = false;
  advance(5min);
  set_config("baseEnabled", "true");
  run();
  remove_config("baseEnabled");
  run();
  CHECK_EQ(count(), 2);
}

TEST_CASE_FIXTURE(operator_fixture, "a module without hooks of the deletion has nothing to name") {
  module("010-base", "");
  hook("base/a.sh", v1("onStartup: 1"));
  set_config("baseEnabled", "true");
  start();
  remove_config("baseEnabled");
  run();
  CHECK_EQ(log().find("module_not_wanted"), std::string::npos);
  CHECK(describe().removals.empty());
}
