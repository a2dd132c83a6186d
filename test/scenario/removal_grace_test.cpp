// Releases that a global hook or an `enabled` script wishes away go only after they were named for a while.
#include "support/recorded_operator.hpp"

#include "trace/read/why.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <string>

using test::v1;
using namespace std::chrono_literals;

namespace {

std::string map_text(const std::string& name) {
  return "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: " + name + "}\ndata: {a: b}\n";
}

/// The flag of `web` comes from a global hook, and the script of `db` reads a variable of the environment.
/// Both have a release. The hook runs at each start and each second second.
struct grace_fixture : test::recorded_operator {
  grace_fixture() {
    setup.removal_grace = 10s;
    create_config_map();
    module("010-web", "");
    chart("web", map_text("web"));
    module("020-db");
    chart("db", map_text("db"));
    enabled_script("db", [this](test::hook_run& run) {
      const bool is_closed = run.value("/global/closed").dump() == "true" || run.value("/db/a").dump() == "9";
      run.enabled = is_db_off || is_closed ? "false" : "true";
      if (fails_with_former && !is_closed) run.failure = "curl: no such host";
    });
    module("030-last");
    chart("last", map_text("last"));
    hook("global/a.sh", v1("onStartup: 1\nschedule: [{crontab: '*/2 * * * * *'}]"), [this](test::hook_run& run) {
      const bool is_off = is_web_off || run.value("/global/closed").dump() == "true";
      run.values_patch = std::string(R"({"op": "add", "path": "/webEnabled", "value": )") + (is_off ? "false" : "true")
                         + "}\n" + R"({"op": "add", "path": "/global/tick", "value": )" + std::to_string(tick) + "}\n";
    });
  }
  void start_released() {
    start();
    advance(10s);
    released = uids();
    REQUIRE_MESSAGE(released.find("none") == std::string::npos, released);
    static_cast<void>(take_journal());
  }
  /// Causes a reload, which asks the scripts again.
  void reload() {
    ++tick;
    advance(2s);
  }
  [[nodiscard]] std::string uid(const std::string& name) {
    const auto object = api().object("ConfigMap", namespace_name, name);
    return object ? object->find("metadata")->find("uid")->as_string() : "none";
  }
  [[nodiscard]] std::string uids() { return uid("web") + " " + uid("db"); }
  [[nodiscard]] std::string problems() {
    std::string text;
    for (const auto& line : describe().problems) text += line + "\n";
    return text;
  }
  [[nodiscard]] std::size_t count(const std::string& words) {
    std::size_t found = 0;
    const auto text = log();
    for (auto at = text.find(words); at != std::string::npos; at = text.find(words, at + 1)) ++found;
    return found;
  }
  void check_named(const std::string& words) {
    CHECK_MESSAGE(problems().find(words) != std::string::npos, problems());
    CHECK(describe().first_reload_done);
  }
  std::string released;
  bool is_web_off = false;
  bool is_db_off = false;
  bool fails_with_former = false;
  int tick = 0;
};

} // namespace

TEST_CASE_FIXTURE(grace_fixture, "a flag that a hook switches off for a moment removes no release") {
  start_released();
  is_web_off = true;
  advance(4s);
  check_named("module 'web' is neither run nor deleted: its flag webEnabled was switched off by global hook 'a.sh', "
              "which counts at ");
  const auto page = debug_page("/status.text?columns=4000").body;
  CHECK_MESSAGE(page.find("`addon-operator module pause web` holds the removal (--removal-grace sets its time)")
                  != page.npos,
                page);
  CHECK_MESSAGE(page.find("All is well") == page.npos, page);
  CHECK_EQ(count("WARN release_leaving step=4 release=web"), 1);
  const trace::read::recorded_run recorded(trace::read::parse_trace(lines).events);
  const auto why = trace::read::why(recorded, {trace::read::why_question::about::disabled, "web", {}});
  REQUIRE(why);
  CHECK_MESSAGE(why->find("kept as it is: its flag webEnabled was switched off by global hook 'a.sh', which counts at")
                  != why->npos,
                *why);
  is_web_off = false;
  advance(1min);
  CHECK_EQ(uids(), released);
  CHECK_MESSAGE(problems().empty(), problems());
  CHECK_EQ(count("INFO release_stays step=4 release=web"), 1);
  CHECK_EQ(count("release_not_wanted"), 0);
  CHECK_EQ(take_journal().find("uninstall"), std::string::npos);
}

TEST_CASE_FIXTURE(grace_fixture, "a flag that a hook switches off for good removes the release after the grace") {
  start_released();
  is_web_off = true;
  advance(2s);
  CHECK_EQ(count("release_leaving"), 1);
  advance(8s);
  CHECK_EQ(uids(), released);
  advance(3s);
  CHECK_EQ(uid("web"), "none");
  CHECK(uid("db") != "none");
  CHECK_MESSAGE(problems().empty(), problems());
  CHECK_EQ(count("release_not_wanted step=4 release=web"), 1);
  CHECK_EQ(count("release_leaving"), 1);
  CHECK_EQ(count("release_stays"), 0);
}

TEST_CASE_FIXTURE(grace_fixture, "a flag that a hook takes back has the same grace") {
  start_released();
  replay("global/a.sh", [](test::hook_run& run) { run.values_patch = R"([{"op": "remove", "path": "/webEnabled"}])"; });
  advance(2s);
  replay("global/a.sh", [](test::hook_run&) {});
  CHECK_EQ(count("release_leaving"), 1);
  CHECK_EQ(uids(), released);
  advance(12s);
  CHECK_EQ(uid("web"), "none");
}

TEST_CASE_FIXTURE(grace_fixture, "the \"no\" of a script has the same grace") {
  start_released();
  is_db_off = true;
  reload();
  check_named("module 'db' is neither run nor deleted: its enabled script says no, which counts at ");
  CHECK_EQ(uids(), released);
  SUBCASE("for a moment") {
    is_db_off = false;
    reload();
    advance(1min);
    CHECK_EQ(uids(), released);
    CHECK_EQ(count("release_stays"), 1);
  }
  SUBCASE("for good, although no further reason for a reload comes") {
    advance(11s);
    CHECK_EQ(uid("db"), "none");
    CHECK_EQ(uid("web") + " ", released.substr(0, released.find(' ') + 1));
    CHECK_EQ(count("release_leaving"), 1);
  }
  CHECK_MESSAGE(problems().empty(), problems());
}

TEST_CASE_FIXTURE(grace_fixture, "modules that need a leaving module are named with it, and go with it") {
  module("040-asks");
  chart("asks", map_text("asks"));
  enabled_script("asks", [](test::hook_run& run) {
    run.enabled = run.value("/global/enabledModules").dump().find("\"web\"") == std::string::npos ? "false" : "true";
  });
  start_released();
  REQUIRE(uid("asks") != "none");
  is_web_off = true;
  advance(4s);
  CHECK_EQ(count("release_leaving"), 2);
  CHECK(uid("asks") != "none");
  advance(10s);
  CHECK_EQ(uid("web") + uid("asks"), "nonenone");
  CHECK_EQ(count("release_leaving"), 2);
}

TEST_CASE_FIXTURE(grace_fixture, "a written wish has no grace") {
  start_released();
  SUBCASE("a flag") {
    set_config("webEnabled", "false");
    advance(1s);
    CHECK_EQ(uid("web"), "none");
  }
  SUBCASE("a flag within the grace") {
    is_web_off = true;
    advance(4s);
    CHECK_EQ(uids(), released);
    set_config("webEnabled", "false");
    advance(1s);
    CHECK_EQ(uid("web"), "none");
    CHECK_EQ(count("release_stays"), 0);
  }
  SUBCASE("a value that a script reads") {
    set_config("db", "a: 9");
    advance(1s);
    CHECK_EQ(uid("db"), "none");
    CHECK_EQ(count("release_leaving"), 0);
  }
  SUBCASE("a global value that a script reads") {
    set_config("global", "closed: true");
    is_web_off = false;
    advance(1s);
    CHECK_EQ(uid("db"), "none");
  }
}

TEST_CASE_FIXTURE(grace_fixture, "a value that was edited long ago explains no \"no\" of today") {
  start_released();
  set_config("db", "a: 1");
  advance(1min);
  is_db_off = true;
  reload();
  CHECK_EQ(uids(), released);
  CHECK_EQ(count("release_leaving"), 1);
}

namespace {

/// The script of `db` says no after an edit, for another reason.
struct denied_fixture : grace_fixture {
  void deny(const std::string& key, const std::string& text) {
    set_config(key, text);
    is_db_off = true;
    advance(1s);
    CHECK_EQ(uids(), released);
    CHECK_EQ(count("WARN release_leaving step=4 release=db"), 1);
    check_named("module 'db' is neither run nor deleted: its enabled script says no, which counts at ");
  }
};

} // namespace

TEST_CASE_FIXTURE(denied_fixture, "an edit without which the script says no, too, is no reason") {
  start_released();
  SUBCASE("of global") {
    deny("global", "other: 1");
  }
  SUBCASE("of its section") {
    deny("db", "a: 1");
  }
  SUBCASE("of a flag") {
    deny("lastEnabled", "false");
  }
  SUBCASE("and whether it would say no without the edit is not known") {
    fails_with_former = true;
    deny("db", "a: 9");
  }
  advance(12s);
  CHECK_EQ(uid("db"), "none");
}

TEST_CASE_FIXTURE(denied_fixture, "a script that changes its mind after an edit keeps the release") {
  start_released();
  deny("global", "other: 1");
  is_db_off = false;
  reload();
  advance(1min);
  CHECK_EQ(uids(), released);
  CHECK_MESSAGE(problems().empty(), problems());
}

TEST_CASE_FIXTURE(grace_fixture, "a grace of 0 removes at once") {
  setup.removal_grace = 0s;
  start_released();
  is_web_off = true;
  advance(3s);
  CHECK_EQ(uid("web"), "none");
  CHECK_EQ(count("release_leaving"), 0);
}

TEST_CASE_FIXTURE(grace_fixture, "a paused module stays when its grace is over, and goes after the pause") {
  start_released();
  is_web_off = true;
  advance(4s);
  set_config("webMaintenance", "NoResourceReconciliation # a restore");
  advance(1min);
  CHECK_EQ(uids(), released);
  SUBCASE("and the wish ends within the pause") {
    is_web_off = false;
    advance(4s);
    remove_config("webMaintenance");
    advance(1min);
    CHECK_EQ(uids(), released);
  }
  SUBCASE("and the wish lasts") {
    remove_config("webMaintenance");
    advance(1min);
    CHECK_EQ(uid("web"), "none");
  }
}

TEST_CASE_FIXTURE(grace_fixture, "a pause that goes without an order lasts for a grace that names what waits") {
  start_released();
  set_config("webMaintenance", "NoResourceReconciliation # a restore");
  is_web_off = true;
  // The grace of the removal itself runs out during the pause.
  advance(1min);
  remove_config("webMaintenance");
  advance(4s);
  CHECK_EQ(uids(), released);
  CHECK_EQ(count("pause_ended"), 1);
  CHECK_MESSAGE(problems().find("module 'web' is paused until ") != std::string::npos, problems());
  CHECK_MESSAGE(problems().find("its deletion waits for the end of the pause") != std::string::npos, problems());
  SUBCASE("and the pause comes back") {
    set_config("webMaintenance", "NoResourceReconciliation # a restore");
    advance(1min);
    CHECK_EQ(uids(), released);
  }
  SUBCASE("and it stays away") {
    advance(20s);
    CHECK_EQ(uid("web"), "none");
  }
}

TEST_CASE_FIXTURE(grace_fixture, "a restart begins the grace anew, and names the release again") {
  start_released();
  is_web_off = true;
  advance(6s);
  CHECK_EQ(count("release_leaving"), 1);
  stop();
  start();
  advance(6s);
  CHECK_EQ(uids(), released);
  CHECK_EQ(count("release_leaving"), 2);
  advance(8s);
  CHECK_EQ(uid("web"), "none");
}

TEST_CASE_FIXTURE(grace_fixture, "a start that finds the wish names the release first") {
  start_released();
  stop();
  is_web_off = true;
  start();
  CHECK_EQ(count("release_leaving"), 1);
  CHECK_EQ(uids(), released);
  CHECK(describe().first_reload_done);
  SUBCASE("and it stays if the hook changes its mind") {
    is_web_off = false;
    advance(1min);
    CHECK_EQ(uids(), released);
  }
  SUBCASE("and it goes after the grace") {
    advance(11s);
    CHECK_EQ(uid("web"), "none");
  }
}

TEST_CASE_FIXTURE(grace_fixture, "a module without a release has no grace") {
  module("050-hooks");
  hook("hooks/a.sh", v1("afterDeleteHelm: 1"), [](test::hook_run&) {});
  enabled_script("hooks", [this](test::hook_run& run) { run.enabled = is_db_off ? "false" : "true"; });
  start_released();
  is_db_off = true;
  reload();
  CHECK_EQ(count("release_leaving step=4 release=hooks"), 0);
  CHECK(std::ranges::count(describe().enabled_modules, "hooks") == 0);
}
