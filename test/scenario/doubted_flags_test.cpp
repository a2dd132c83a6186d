// A global hook switches modules off in a run in doubt, which has exit code 0 although its stderr names a
// failure.
#include "support/recorded_operator.hpp"

#include "trace/read/why.hpp"

#include <doctest/doctest.h>

#include <string>

using test::v1;
using namespace std::chrono_literals;

namespace {

/// The flags of `web` and `db` come from a global hook that runs at the start and each minute.
struct flag_fixture : test::recorded_operator {
  flag_fixture() {
    create_config_map();
    module("010-web", "");
    module("020-db", "");
    chart("db", "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: db}\ndata: {a: b}\n");
    module("030-last");
    chart("last", "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: last}\ndata: {a: b}\n");
    hook("global/a.sh", v1("onStartup: 1\nschedule: [{crontab: '* * * * *'}]"), writes("add", "true", ""));
  }

  static test::hook_script writes(const std::string& op, const std::string& value, const std::string& words) {
    return [=](test::hook_run& run) {
      run.words = words;
      for (const auto* name : {"web", "db"})
        run.values_patch += R"({"op": ")" + op + R"(", "path": "/)" + name + R"(Enabled", "value": )" + value + "}\n";
    };
  }
  static test::hook_script in_doubt(const std::string& op) {
    return writes(op, "false", "/global-hooks/a.sh: line 3: /opt/tool: No such file or directory");
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
  void start_released() {
    start();
    advance(2min);
    released_ = uids();
    REQUIRE_MESSAGE(released_.find("none") == std::string::npos, released_);
  }
  void check_kept() {
    CHECK_EQ(uids(), released_);
    for (const auto* name : {"web", "db"}) {
      const auto line = std::string("module '") + name + "' is neither run nor deleted: its flag " + name
                        + "Enabled was switched off by global hook 'a.sh' in a run in doubt (No such file or "
                          "directory). Repair the hook: its next run without such words decides, or write '"
                        + name + "Enabled: \"false\"' into the ConfigMap if the module is to go";
      CHECK_MESSAGE(problems().find(line) != std::string::npos, problems());
    }
    CHECK(log().find("WARN flag_doubted step=4") != std::string::npos);
    CHECK(describe().enabled_modules == std::vector<std::string>{"web", "db", "last"});
  }
  std::string released_;
};

} // namespace

TEST_CASE_FIXTURE(flag_fixture, "a flag that a run in doubt switches off removes no release") {
  start_released();
  SUBCASE("while the operator runs, by `false`") {
    replay("global/a.sh", in_doubt("add"));
  }
  SUBCASE("while the operator runs, by removal") {
    replay("global/a.sh", in_doubt("remove"));
  }
  SUBCASE("at a start") {
    stop();
    replay("global/a.sh", in_doubt("add"));
    start();
  }
  // A further removal of the flag would fail as a patch, so a single run is enough.
  advance(1min);
  check_kept();
  const trace::read::recorded_run recorded(trace::read::parse_trace(lines).events);
  const auto why = trace::read::why(recorded, {trace::read::why_question::about::disabled, "web", {}});
  REQUIRE(why);
  CHECK_MESSAGE(why->find("kept as it is: its flag webEnabled was switched off by global hook 'a.sh'") != why->npos,
                *why);
}

TEST_CASE_FIXTURE(flag_fixture, "a flag in doubt removes no release until a run without doubt or a user decides") {
  start_released();
  replay("global/a.sh", in_doubt("add"));
  advance(1min);
  check_kept();
  SUBCASE("a run switches it on again") {
    replay("global/a.sh", writes("add", "true", ""));
    advance(1min);
    CHECK_EQ(uids(), released_);
    CHECK_MESSAGE(problems().empty(), problems());
  }
  SUBCASE("a run says the same") {
    replay("global/a.sh", writes("add", "false", ""));
    advance(1min);
    CHECK_EQ(uids(), "none none");
    CHECK_MESSAGE(problems().empty(), problems());
  }
  SUBCASE("the ConfigMap says so, for this module alone") {
    set_config("webEnabled", "false");
    run();
    CHECK_EQ(uid("web"), "none");
    CHECK(uid("db") != "none");
  }
  SUBCASE("another edit decides nothing") {
    set_config("global", "a: 1\n");
    run();
    check_kept();
  }
}

TEST_CASE_FIXTURE(flag_fixture, "a single release does not go by a run in doubt either") {
  hook("global/a.sh", v1("onStartup: 1\nschedule: [{crontab: '* * * * *'}]"), test::sets("/webEnabled", "true"));
  start();
  const auto before = uid("web");
  REQUIRE(before != "none");
  replay("global/a.sh", [](test::hook_run& run) {
    run.words = "Error from server (Forbidden): nodes is forbidden";
    run.values_patch = R"([{"op": "add", "path": "/webEnabled", "value": false}])";
  });
  advance(1min);
  CHECK_EQ(uid("web"), before);
  CHECK_MESSAGE(problems().find("in a run in doubt (Error from server (Forbidden))") != std::string::npos, problems());
}

TEST_CASE_FIXTURE(flag_fixture, "a run in doubt switches a module off that was off before") {
  replay("global/a.sh", writes("add", "false", ""));
  start();
  replay("global/a.sh", in_doubt("add"));
  advance(1min);
  CHECK_EQ(uids(), "none none");
  CHECK_MESSAGE(problems().empty(), problems());
  CHECK(describe().enabled_modules == std::vector<std::string>{"last"});
}
