// Modules with hooks only have no release that shows that they were enabled before. Such modules are lost
// while the operator is down, and charts and `enabled` scripts of other modules need them.
#include "support/operator_fixture.hpp"

#include <doctest/doctest.h>

#include <filesystem>
#include <string>

using test::operator_fixture;
using test::v1;

namespace {

namespace fs = std::filesystem;

/// The module `base` has hooks only, and is the last in the order. The chart of `app` has an object that
/// depends on the enabled modules.
struct hook_module_fixture : operator_fixture {
  hook_module_fixture() {
    create_config_map();
    module("010-app");
    chart("app", "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: app}\n"
                 "---\napiVersion: v1\nkind: ConfigMap\nmetadata: {name: 'for {{ .Values.global.enabledModules }}'}\n");
    module("020-base", "");
    hook("base/a.sh", v1("beforeHelm: 1"));
  }

  [[nodiscard]] std::string problems() {
    std::string text;
    for (const auto& line : describe().problems) text += line + "\n";
    return text;
  }
  [[nodiscard]] bool has_object() {
    return api().object("ConfigMap", namespace_name, R"(for ["app","base"])").has_value();
  }
  void start_with_base() {
    start();
    REQUIRE(has_object());
    static_cast<void>(take_journal());
  }
};

} // namespace

TEST_CASE_FIXTURE(hook_module_fixture, "objects for a module of hooks alone stay while it is lost") {
  std::string lost;
  SUBCASE("its directory") {
    write("modules/020-base/values.yaml", "baseEnabled: true\n");
    start_with_base();
    stop();
    fs::remove_all(path("modules/020-base"));
  }
  SUBCASE("the content of its directory") {
    write("modules/020-base/values.yaml", "baseEnabled: true\n");
    start_with_base();
    stop();
    fs::remove_all(path("modules/020-base"));
    fs::create_directory(path("modules/020-base"));
  }
  SUBCASE("the file with its flag") {
    write("modules/020-base/values.yaml", "baseEnabled: true\n");
    start_with_base();
    stop();
    fs::remove(path("modules/020-base/values.yaml"));
  }
  SUBCASE("its flag in the ConfigMap") {
    set_config("baseEnabled", "true");
    start_with_base();
    stop();
    remove_config("baseEnabled");
  }
  for (const auto* when : {"at a start", "at the next start"}) {
    CAPTURE(when);
    start();
    CHECK(has_object());
    CHECK_MESSAGE(problems().find("its last revision has found modules in global.enabledModules that are not there, "
                                  "though nothing written switches them off: 'base' (no source has a flag "
                                  "baseEnabled). Bring their directories or flags back")
                    != std::string::npos,
                  problems());
    stop();
  }
  start();
  set_config("baseEnabled", "false");
  run();
  CHECK_FALSE(has_object());
  CHECK_MESSAGE(problems().find("'app'") == std::string::npos, problems());
}

TEST_CASE_FIXTURE(hook_module_fixture, "objects for a module go with a change that takes it away while all runs") {
  set_config("baseEnabled", "true");
  start_with_base();
  SUBCASE("its flag") {
    remove_config("baseEnabled");
  }
  SUBCASE("another value of it") {
    set_config("baseEnabled", "false");
  }
  run();
  CHECK_FALSE(has_object());
  CHECK_EQ(problems(), "");
}

TEST_CASE_FIXTURE(hook_module_fixture,
                  "a lost module holds no objects that the chart would also lose with the module") {
  set_config("baseEnabled", "true");
  chart("app", "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: app}\n"
               "---\napiVersion: v1\nkind: ConfigMap\nmetadata: {name: more}\n");
  start();
  REQUIRE(api().object("ConfigMap", namespace_name, "more"));
  stop();
  remove_config("baseEnabled");
  chart("app", "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: app}\n");
  start();
  CHECK_FALSE(api().object("ConfigMap", namespace_name, "more"));
  CHECK_EQ(problems(), "");
}

TEST_CASE_FIXTURE(hook_module_fixture, "a script that asks for a lost module of hooks alone takes no release away") {
  fs::rename(path("modules/020-base"), path("modules/005-base"));
  enabled_script("app", [](test::hook_run& run) {
    run.enabled = run.value("/global/enabledModules").dump().find(R"("base")") == std::string::npos ? "false" : "true";
  });
  set_config("baseEnabled", "true");
  start();
  REQUIRE(helm().latest("app"));
  stop();
  SUBCASE("its directory and its flag") {
    fs::remove_all(path("modules/005-base"));
    remove_config("baseEnabled");
  }
  SUBCASE("its flag") {
    remove_config("baseEnabled");
  }
  start();
  CHECK(api().object("ConfigMap", namespace_name, "app"));
  CHECK_MESSAGE(problems().find("module 'app' is neither run nor deleted: its enabled script says no, and yes if it "
                                "finds 'base' in global.enabledModules, as when its release was made")
                  != std::string::npos,
                problems());
  set_config("baseEnabled", "false");
  run();
  CHECK_FALSE(api().object("ConfigMap", namespace_name, "app"));
}

TEST_CASE_FIXTURE(hook_module_fixture, "a module of hooks alone that is off since a start is named once") {
  chart("app", "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: app}\n");
  set_config("baseEnabled", "true");
  start();
  REQUIRE_EQ(take_journal(), "helm upgrade app; base/a.sh beforeHelm");
  stop();
  const std::string named =
    "module 'base' was on when the last revision of release 'app' was made, and is off since the "
    "start of the operator: no source has a flag baseEnabled";
  SUBCASE("without a word") {
    remove_config("baseEnabled");
    start();
    CHECK_MESSAGE(log().find("WARN module_lost module=base seen_by=app") != std::string::npos, log());
    REQUIRE_EQ(describe().removals.size(), 1);
    CHECK_MESSAGE(describe().removals[0].find(named) != std::string::npos, describe().removals[0]);
  }
  SUBCASE("and not if a flag says so") {
    set_config("baseEnabled", "false");
    start();
    CHECK(log().find("module_lost") == std::string::npos);
  }
}
