// `enabled` scripts that need another module, while that module is held, in doubt, or at another place in the
// order.
#include "support/operator_fixture.hpp"

#include <doctest/doctest.h>

#include <chrono>
#include <filesystem>
#include <string>

using test::operator_fixture;
using test::v1;

namespace {

namespace fs = std::filesystem;

std::string map_text(const std::string& name) {
  return "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: " + name + "}\ndata: {a: b}\n";
}

const auto typo = [](test::hook_run& run) {
  run.enabled = "false";
  run.words = "/modules/010-base/enabled: line 3: kubectll: command not found";
};

/// The scripts of `app` and `more` need the module `base`.
struct seen_fixture : operator_fixture {
  seen_fixture() {
    create_config_map();
    module("010-base", "");
    for (const auto* name : {"app", "more"}) {
      module(std::string("020-") + name);
      chart(name, map_text(name));
      enabled_script(name, [](test::hook_run& run) {
        run.enabled =
          run.value("/global/enabledModules").dump().find(R"("base")") == std::string::npos ? "false" : "true";
      });
    }
  }

  [[nodiscard]] std::string uids() {
    std::string all;
    for (const auto* name : {"app", "more"}) {
      const auto object = api().object("ConfigMap", namespace_name, name);
      all += object ? object->find("metadata")->find("uid")->as_string() + " " : "none ";
    }
    return all;
  }
  [[nodiscard]] std::string problems() {
    std::string text;
    for (const auto& line : describe().problems) text += line + "\n";
    return text;
  }
  [[nodiscard]] bool names(std::string_view text) { return problems().find(text) != std::string::npos; }
  void start_released() {
    start();
    static_cast<void>(take_journal());
    released_ = uids();
    REQUIRE_MESSAGE(released_.find("none") == std::string::npos, released_);
  }
  void check_kept() {
    CHECK_EQ(uids(), released_);
    CHECK_EQ(take_journal().find("uninstall"), std::string::npos);
  }
  std::string released_;
};

} // namespace

TEST_CASE_FIXTURE(seen_fixture, "scripts see modules whose release is held, and are not asked without end") {
  chart("base", map_text("base"));
  module("011-bass", "");
  chart("bass", map_text("bass"));
  set_config({{"baseEnabled", "true"}, {"bassEnabled", "true"}});
  start_released();
  stop();
  remove_config("baseEnabled");
  remove_config("bassEnabled");
  const auto asked = runs_of("app/enabled").size();
  start();
  check_kept();
  CHECK_MESSAGE(names("stay as they are: base, bass."), problems());
  CHECK(describe().enabled_modules == std::vector<std::string>{"app", "more"});
  CHECK(last_run("app/enabled").value("/global/enabledModules").dump() == R"(["base","bass"])");
  CHECK_MESSAGE(runs_of("app/enabled").size() == asked + 2, "once without and once with what is held");
  // A later reload does not forget it.
  set_config("global", "a: 1\n");
  run();
  check_kept();
  set_config({{"baseEnabled", "false"}, {"bassEnabled", "false"}});
  run();
  CHECK_MESSAGE(uids() == "none none ", "a flag is a wish, and so is the \"no\" that follows");
}

TEST_CASE_FIXTURE(seen_fixture, "a doubted script of a module with hooks only takes no other module away") {
  hook("base/a.sh", v1("beforeHelm: 1"));
  enabled_script("base");
  set_config("baseEnabled", "true");
  start_released();
  stop();
  replay("base/enabled", typo);
  start();
  check_kept();
  CHECK_MESSAGE(names("module 'base' is neither run nor deleted"), problems());
  CHECK(describe().enabled_modules == std::vector<std::string>{"base", "app", "more"});
}

TEST_CASE_FIXTURE(seen_fixture, "nothing follows from a flag of a module that is not there") {
  hook("base/a.sh", v1("beforeHelm: 1"));
  set_config("baseEnabled", "true");
  start_released();
  stop();
  fs::remove_all(path("modules/010-base"));
  start();
  check_kept();
  CHECK_MESSAGE(names("module 'app' is neither run nor deleted: its enabled script says no, and "
                      "yes if it finds 'base' in global.enabledModules"),
                problems());
  set_config("baseEnabled", "false");
  run();
  CHECK_EQ(uids(), "none none ");
}

TEST_CASE_FIXTURE(seen_fixture,
                  "what asks for a module whose directory is lost stays, and the release of that module, too") {
  chart("base", map_text("base"));
  write("modules/010-base/values.yaml", "baseEnabled: true\n");
  start_released();
  stop();
  fs::remove_all(path("modules/010-base"));
  start();
  advance(std::chrono::minutes(1));
  check_kept();
  CHECK(api().object("ConfigMap", namespace_name, "base"));
  for (const auto* name : {"app", "more"})
    CHECK_MESSAGE(names(std::string("module '") + name
                        + "' is neither run nor deleted: its enabled script says no, and yes if "
                          "it finds 'base' in global.enabledModules: no directory has the name 'base'"),
                  problems());
  SUBCASE("nor does a later reload take them away") {
    set_config("global", "a: 1\n");
    run();
    advance(std::chrono::minutes(1));
    check_kept();
    CHECK(api().object("ConfigMap", namespace_name, "base"));
  }
  SUBCASE("the module goes on purpose") {
    set_config("baseEnabled", "false");
    run();
    advance(std::chrono::minutes(1));
    CHECK_EQ(uids(), "none none ");
    CHECK_FALSE(api().object("ConfigMap", namespace_name, "base"));
  }
}

TEST_CASE_FIXTURE(seen_fixture, "a module that gets another place in the order takes no other module away") {
  chart("base", map_text("base"));
  set_config("baseEnabled", "true");
  start_released();
  stop();
  fs::rename(path("modules/010-base"), path("modules/030-base"));
  start();
  check_kept();
  for (const auto* name : {"app", "more"})
    CHECK_MESSAGE(names(std::string("module '") + name
                        + "' is neither run nor deleted: its enabled script says no, and yes if "
                          "it finds 'base' in global.enabledModules: a script finds only modules that come before its "
                          "module"),
                  problems());
  SUBCASE("nor does a later reload") {
    set_config("global", "a: 1\n");
    run();
    check_kept();
  }
  SUBCASE("the old place is back") {
    stop();
    fs::rename(path("modules/030-base"), path("modules/010-base"));
    start();
    check_kept();
    CHECK_MESSAGE(problems().empty(), problems());
  }
  SUBCASE("the module goes on purpose") {
    set_config("baseEnabled", "false");
    run();
    CHECK_EQ(uids(), "none none ");
  }
}

namespace {

/// A single release with a removal that no written setting requests, beside a running module.
struct alone_fixture : operator_fixture {
  alone_fixture() {
    setup.helm.platform = {"shop", {}};
    create_config_map();
    module("010-web");
    chart("web", map_text("web"));
    module("020-db", "");
    chart("db", map_text("db"));
  }
  [[nodiscard]] bool has_db() { return api().object("ConfigMap", namespace_name, "db").has_value(); }
  void check_held() {
    CHECK(has_db());
    CHECK_EQ(take_journal().find("uninstall"), std::string::npos);
    std::string problems;
    for (const auto& line : describe().problems) problems += line + "\n";
    CHECK_MESSAGE(problems.find("stay as they are: db.") != std::string::npos, problems);
    set_config("dbEnabled", "false");
    run();
    CHECK_FALSE(has_db());
    CHECK(describe().problems.empty());
  }
};

} // namespace

TEST_CASE_FIXTURE(alone_fixture, "a single release stays if the file is missing that had switched its module on") {
  SUBCASE("modules/values.yaml") {
    write("modules/values.yaml", "dbEnabled: true\n");
    start();
    REQUIRE(has_db());
    stop();
    fs::remove(path("modules/values.yaml"));
  }
  SUBCASE("its own values.yaml, and all else of it") {
    write("modules/020-db/values.yaml", "dbEnabled: true\n");
    start();
    REQUIRE(has_db());
    stop();
    fs::remove_all(path("modules/020-db"));
    fs::create_directory(path("modules/020-db"));
  }
  static_cast<void>(take_journal());
  start();
  check_held();
}

TEST_CASE_FIXTURE(alone_fixture, "a single release stays if no label says what had switched its module on") {
  write("modules/values.yaml", "");
  for (const auto* name : {"web", "db"}) {
    helm().store({.name = name, .manifest = map_text(name), .labels = {{"moduleChecksum", "x"}}});
    api().put_object(test::object_of("v1", "ConfigMap", name, {}, namespace_name));
  }
  start();
  check_held();
}

TEST_CASE_FIXTURE(alone_fixture, "a single release goes if a line of a file that is there was taken away") {
  write("modules/values.yaml", "dbEnabled: true\nwebEnabled: true\n");
  start();
  REQUIRE(has_db());
  stop();
  write("modules/values.yaml", "webEnabled: true\n");
  start();
  CHECK_FALSE(has_db());
}
