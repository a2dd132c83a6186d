// The "no" of an `enabled` script although neither the script nor its values have changed.
#include "support/recorded_operator.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <string>

using test::v1;
using namespace std::chrono_literals;

namespace {

std::string map_text(const std::string& name) {
  return "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: " + name + "}\ndata: {a: b}\n";
}

/// The scripts of `web` and `db` answer yes while an environment variable is set, and global.closed is not.
/// The flag of the module `last`, which has no chart, causes a reload that changes no values of `web` and
/// `db`.
struct grounds_fixture : test::recorded_operator {
  grounds_fixture() {
    set_config({{"lastEnabled", "true"}});
    for (const auto* name : {"web", "db"}) {
      module(std::string("010-") + name);
      chart(name, map_text(name));
      enabled_script(name, [this, name](test::hook_run& run) {
        const auto& lost = std::string_view(name) == "web" ? web_lost_ : db_lost_;
        run.enabled = lost || run.value("/global/closed").dump() == "true" ? "false" : "true";
      });
    }
    module("090-last", "");
  }

  void lose_both() { web_lost_ = db_lost_ = true; }
  void restart() {
    stop();
    start();
    run();
  }
  void reload() {
    is_last_on_ = !is_last_on_;
    set_config("lastEnabled", is_last_on_ ? "true" : "false");
    run();
  }
  [[nodiscard]] std::string uid(const std::string& name) {
    const auto object = api().object("ConfigMap", namespace_name, name);
    return object ? object->find("metadata")->find("uid")->as_string() : "none";
  }
  [[nodiscard]] std::string uids() { return uid("web") + " " + uid("db"); }
  [[nodiscard]] bool is_named(const std::string& module) {
    const auto& all = describe().enabled_modules;
    return std::find(all.begin(), all.end(), module) != all.end();
  }
  [[nodiscard]] std::string problems() {
    std::string text;
    for (const auto& line : describe().problems) text += line + "\n";
    return text;
  }
  void start_released() {
    start();
    advance(1h);
    static_cast<void>(take_journal());
    released_ = uids();
    REQUIRE_MESSAGE(released_.find("none") == std::string::npos, released_);
  }
  void check_named(const std::string& module) {
    CHECK_MESSAGE(problems().find("module '" + module
                                  + "' is neither run nor deleted: its enabled script says no, and neither the script "
                                    "nor its values have changed since it said yes")
                    != std::string::npos,
                  problems());
    CHECK(problems().find("write '" + module + "Enabled: \"false\"' into the ConfigMap") != std::string::npos);
    CHECK(log().find("WARN enabled_script_doubted") != std::string::npos);
  }
  void check_kept() {
    CHECK_EQ(uids(), released_);
    CHECK_EQ(take_journal().find("uninstall"), std::string::npos);
  }
  bool web_lost_ = false;
  bool db_lost_ = false;
  bool is_last_on_ = true;
  std::string released_;
};

} // namespace

TEST_CASE_FIXTURE(grounds_fixture, "a variable that is lost at a start removes no release") {
  start_released();
  lose_both();
  restart();
  check_named("web");
  check_named("db");
  check_kept();
  CHECK(describe().first_reload_done);
  CHECK(is_named("web"));
  SUBCASE("nor at a later reload") {
    reload();
    check_named("web");
    check_kept();
  }
  SUBCASE("nor at the next start") {
    restart();
    check_named("web");
    check_kept();
  }
  SUBCASE("and when it is back, all is well after a reload") {
    web_lost_ = db_lost_ = false;
    reload();
    CHECK_MESSAGE(problems().empty(), problems());
    check_kept();
  }
  SUBCASE("until a flag confirms that the module is to go") {
    set_config("webEnabled", "false");
    run();
    CHECK_EQ(uid("web"), "none");
    CHECK(uid("db") != "none");
  }
  SUBCASE("until its values give a reason") {
    lose_both();
    set_config("global", "closed: true");
    run();
    CHECK_EQ(uids(), "none none");
  }
}

TEST_CASE_FIXTURE(grounds_fixture, "a variable that is lost at a start does not remove a single release either") {
  start_released();
  web_lost_ = true;
  restart();
  check_named("web");
  check_kept();
}

TEST_CASE_FIXTURE(grounds_fixture, "a \"no\" counts if something written has changed since the \"yes\"") {
  start_released();
  stop();
  SUBCASE("values, by a user") {
    set_config("global", "closed: true");
    start();
    CHECK_EQ(uids(), "none none");
  }
  SUBCASE("the script") {
    replay("web/enabled", [](test::hook_run& run) { run.enabled = "false"; });
    start();
    CHECK_EQ(uid("web"), "none");
    CHECK(uid("db") != "none");
  }
}

TEST_CASE_FIXTURE(grounds_fixture, "several scripts that an image has changed remove nothing at a start") {
  start_released();
  stop();
  SUBCASE("the scripts") {
    for (const auto* name : {"web/enabled", "db/enabled"})
      replay(name, [](test::hook_run& run) { run.enabled = "false"; });
  }
  SUBCASE("a script, and a variable of another") {
    replay("web/enabled", [](test::hook_run& run) { run.enabled = "false"; });
    db_lost_ = true;
  }
  SUBCASE("their values files") {
    lose_both();
    for (const auto* name : {"web", "db"})
      write(std::string("modules/010-") + name + "/values.yaml",
            std::string(name) + "Enabled: true\n" + name + ": {tag: new}\n");
  }
  start();
  check_kept();
  CHECK_MESSAGE(problems().find("the enabled script of 'web' says no since the start") != std::string::npos,
                problems());
  set_config("webEnabled", "false");
  run();
  CHECK_EQ(uid("web"), "none");
  CHECK(uid("db") != "none");
}

TEST_CASE_FIXTURE(grounds_fixture, "a fact that a global hook puts into values is a reason") {
  bool is_off = false;
  hook("global/a.sh", v1("beforeAll: 1"), [&is_off](test::hook_run& run) {
    if (is_off) run.values_patch = R"([{"op": "add", "path": "/global/closed", "value": true}])";
  });
  start_released();
  is_off = true;
  restart();
  CHECK_EQ(uids(), "none none");
}

TEST_CASE_FIXTURE(grounds_fixture, "while the operator runs, a single \"no\" counts, and several do not") {
  start_released();
  SUBCASE("a single one") {
    web_lost_ = true;
    reload();
    CHECK_EQ(uid("web"), "none");
    CHECK(uid("db") != "none");
    CHECK_MESSAGE(problems().empty(), problems());
  }
  SUBCASE("several") {
    lose_both();
    reload();
    check_named("web");
    check_named("db");
    check_kept();
    SUBCASE("of which one is left") {
      db_lost_ = false;
      reload();
      check_named("web");
      check_kept();
    }
  }
}

TEST_CASE_FIXTURE(grounds_fixture, "an edit that several scripts do not read removes nothing") {
  setup.removal_grace = 10s;
  start_released();
  lose_both();
  set_config("global", "other: 1");
  run();
  const auto words = "enabled script says no, also to the values with which it last said yes";
  CHECK_MESSAGE(problems().find(words) != std::string::npos, problems());
  check_kept();
  reload();
  advance(1min);
  check_kept();
}

TEST_CASE_FIXTURE(grounds_fixture, "a module that asks for a lost one counts as several, and goes with a single one") {
  module("050-asks");
  chart("asks", map_text("asks"));
  enabled_script("asks", [](test::hook_run& run) {
    run.enabled = run.value("/global/enabledModules").dump().find("\"web\"") == std::string::npos ? "false" : "true";
  });
  start_released();
  SUBCASE("held at a start") {
    web_lost_ = true;
    restart();
    check_kept();
    CHECK(uid("asks") != "none");
  }
  SUBCASE("believed while the operator runs") {
    web_lost_ = true;
    reload();
    CHECK_EQ(uid("web") + " " + uid("asks"), "none none");
  }
}

TEST_CASE_FIXTURE(grounds_fixture, "values of the module's own hooks and of late global hooks change no grounds") {
  hook("web/a.sh", v1("beforeHelm: 1"),
       [](test::hook_run& run) { run.values_patch = R"([{"op": "add", "path": "/web/own", "value": 1}])"; });
  SUBCASE("own hooks") {
    start_released();
    set_config("web", "edited: 1");
    run();
    reload();
  }
  SUBCASE("late global hooks, too") {
    hook("global/late.sh", v1("afterAll: 1"),
         [](test::hook_run& run) { run.values_patch = R"([{"op": "add", "path": "/global/late", "value": 1}])"; });
    start_released();
  }
  lose_both();
  static_cast<void>(take_journal());
  restart();
  check_named("web");
  check_kept();
}

TEST_CASE_FIXTURE(grounds_fixture, "a restart at rest writes no label") {
  hook("global/late.sh", v1("afterAll: 1"),
       [](test::hook_run& run) { run.values_patch = R"([{"op": "add", "path": "/global/late", "value": 1}])"; });
  start_released();
  const auto version = [this] {
    const auto record = api().object("Secret", namespace_name, "sh.helm.release.v1.web.v1");
    REQUIRE(record);
    return record->find("metadata")->find("resourceVersion")->as_string();
  };
  REQUIRE(helm().revision("web") == 1);
  const auto before = version();
  restart();
  advance(1h);
  CHECK_EQ(version(), before);
}
