// The "no" of an `enabled` script that needs values of a missing source, or of a hook that has not run yet.
#include "support/recorded_operator.hpp"

#include "trace/read/why.hpp"

#include <doctest/doctest.h>

#include <filesystem>
#include <string>

using test::v1;
using namespace std::chrono_literals;

namespace {

namespace fs = std::filesystem;

std::string map_text(const std::string& name) {
  return "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: " + name + "}\ndata: {a: b}\n";
}

const auto sets_ok = [](test::hook_run& run) {
  run.values_patch = R"([{"op": "add", "path": "/global/ok", "value": true}])";
};
const auto sets_nothing = [](test::hook_run&) {};
const auto fails = [](test::hook_run& run) { run.failure = "no"; };

/// The modules `web` and `db` have a chart and an `enabled` script that reads the global value `ok`.
struct script_fixture : test::recorded_operator {
  script_fixture() {
    create_config_map();
    for (const auto* name : {"web", "db"}) {
      module(std::string("010-") + name);
      chart(name, map_text(name));
      enabled_script(name, [](test::hook_run& run) {
        run.enabled = run.value("/global").dump().find(R"("ok":true)") == std::string::npos ? "false" : "true";
      });
    }
  }

  /// The uids show whether an object was deleted and created again.
  [[nodiscard]] std::string uids() {
    std::string all;
    for (const auto* name : {"web", "db"}) {
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
  [[nodiscard]] bool logged(std::string_view text) const { return log().find(text) != std::string::npos; }
  void start_released() {
    start();
    advance(1h);
    static_cast<void>(take_journal());
    released_ = uids();
    REQUIRE_MESSAGE(released_.find("none") == std::string::npos, released_);
  }
  void check_kept(std::string_view place) {
    CHECK_EQ(uids(), released_);
    CHECK_MESSAGE(names("module 'web' is neither run nor deleted: its enabled script said no, "
                        "and values of the last revision came from what is missing now: "),
                  problems());
    CHECK_MESSAGE(names(place), problems());
    CHECK_MESSAGE(names(R"(Bring it back, or write 'webEnabled: "false"' into the ConfigMap)"), problems());
    CHECK(logged("WARN enabled_script_doubted"));
    CHECK(describe().first_reload_done);
    CHECK(describe().enabled_modules == std::vector<std::string>{"db", "web"});
  }
  void check_well() {
    CHECK_EQ(uids(), released_);
    CHECK_MESSAGE(problems().empty(), problems());
    CHECK_EQ(take_journal().find("uninstall"), std::string::npos);
  }
  void check_gone() {
    CHECK_EQ(uids(), "none none ");
    CHECK_MESSAGE(problems().empty(), problems());
  }
  std::string released_;
};

} // namespace

TEST_CASE_FIXTURE(script_fixture, "a restart with a value that an afterAll hook sets removes nothing") {
  hook("global/a.sh", v1("afterAll: 1"), sets_ok);
  start_released();
  stop();
  start();
  check_well();
}

TEST_CASE_FIXTURE(script_fixture, "the \"no\" of a script counts as soon as the hook has run without its value") {
  hook("global/a.sh", v1("afterAll: 1"), sets_ok);
  start_released();
  stop();
  replay("global/a.sh", sets_nothing);
  start();
  check_gone();
}

TEST_CASE_FIXTURE(script_fixture, "a hook that has not run yet is waited for, and named") {
  hook("global/a.sh", v1("schedule: [{crontab: '*/30 * * * *'}]"), sets_ok);
  start_released();
  stop();
  start();
  check_kept("global hook 'a.sh' (it runs at: schedule '*/30 * * * *')");
  const trace::read::recorded_run recorded(trace::read::parse_trace(lines).events);
  const auto why = trace::read::why(recorded, {trace::read::why_question::about::disabled, "web", {}});
  REQUIRE(why);
  CHECK_MESSAGE(why->find("kept as it is: its enabled script said no, and values") != why->npos, *why);
  SUBCASE("it sets the value again") {
    advance(1h);
    check_well();
  }
  SUBCASE("it fails, and then sets nothing") {
    replay("global/a.sh", fails);
    advance(30min);
    check_kept("global hook 'a.sh'");
    replay("global/a.sh", sets_nothing);
    advance(1h);
    check_gone();
  }
  SUBCASE("a flag says no") {
    set_config({{"webEnabled", "false"}, {"dbEnabled", "false"}});
    run();
    check_gone();
  }
}

TEST_CASE_FIXTURE(script_fixture, "a hook that has gone, or that cannot run, takes no release with it") {
  hook("global/a.sh", v1("beforeAll: 1"), sets_ok);
  start_released();
  stop();
  SUBCASE("its file") {
    fs::remove(path("global-hooks/a.sh"));
  }
  SUBCASE("its x bit") {
    fs::permissions(path("global-hooks/a.sh"), fs::perms::owner_read);
  }
  start();
  check_kept("global hook 'a.sh' (no global hook that is executable and configures was found in ");
  stop();
  start();
  check_kept("global hook 'a.sh' (no global hook that is executable and configures was found in ");
}

TEST_CASE_FIXTURE(script_fixture, "a section `global` that is missing since the start takes no release with it") {
  set_config("global", "ok: true\n");
  start_released();
  stop();
  remove_config("global");
  start();
  check_kept("section 'global' of the ConfigMap");
  SUBCASE("it comes back") {
    set_config("global", "ok: true\n");
    run();
    check_well();
  }
  SUBCASE("an empty one is a wish") {
    set_config("global", "{}");
    run();
    check_gone();
  }
}

TEST_CASE_FIXTURE(script_fixture, "a section that an edit takes away while the operator runs is a wish") {
  set_config("global", "ok: true\n");
  start_released();
  remove_config("global");
  run();
  check_gone();
}

TEST_CASE_FIXTURE(script_fixture, "a file that is missing since the start takes no release with it") {
  std::string file;
  SUBCASE("modules/values.yaml") {
    file = "modules/values.yaml";
    write(file, "global: {ok: true}\n");
  }
  SUBCASE("defaults of the global schema") {
    file = "global-hooks/openapi/values.yaml";
    write(file, "type: object\nadditionalProperties: true\nproperties: {ok: {type: boolean, default: true}}\n");
  }
  start_released();
  stop();
  fs::remove(path(file));
  start();
  check_kept(path(file));
  stop();
  write(file, "{}");
  start();
  check_gone();
}

TEST_CASE_FIXTURE(script_fixture, "a \"no\" counts at once if nothing is missing, also of a module with hooks") {
  set_config("global", "ok: true\n");
  hook("web/a.sh", v1("beforeHelm: 1"),
       [](test::hook_run& run) { run.values_patch = R"([{"op": "add", "path": "/web/a", "value": 1}])"; });
  start_released();
  stop();
  set_config("global", "ok: false\n");
  start();
  check_gone();
}

TEST_CASE_FIXTURE(script_fixture, "a release of the predecessor waits for the global hooks") {
  hook("global/a.sh", v1("afterAll: 1"), sets_ok);
  for (const auto* name : {"web", "db"}) {
    helm().store({.name = name, .manifest = map_text(name), .labels = {{"moduleChecksum", "x"}}});
    api().put_object(test::object_of("v1", "ConfigMap", name, {}, namespace_name));
  }
  released_ = uids();
  SUBCASE("which set the value") {
    start();
    check_well();
  }
  SUBCASE("which set nothing") {
    replay("global/a.sh", sets_nothing);
    start();
    check_gone();
  }
}
