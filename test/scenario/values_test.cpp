#include "support/operator_fixture.hpp"

#include <algorithm>

using test::operator_fixture;
using test::v1;
using namespace std::chrono_literals;

namespace {

/// A schedule in a separate queue, at this second of each minute.
std::string at_second(int second, const char* queue) {
  return v1("schedule: [{name: tick, crontab: '" + std::to_string(second) + " * * * * *', queue: " + queue + "}]");
}

constexpr auto create_object = R"({"operation":"Create","object":{"apiVersion":"v1","kind":"Secret",)"
                               R"("metadata":{"name":"made","namespace":"default"}}})";

/// Two modules with hooks that note their values in each run.
struct values_fixture : operator_fixture {
  values_fixture() {
    module("010-db");
    module("020-web", "webEnabled: true\nweb: {x: 1}\n");
    hook("db/run.sh", v1("beforeHelm: 1"));
    hook("web/run.sh", v1("beforeHelm: 1"));
  }
  /// Adds a hook that does this in its first run.
  void once(const std::string& script, const std::string& config, test::hook_script play) {
    hook(script, config, [this, script, play](test::hook_run& run) {
      if (runs_of(script).empty()) play(run);
    });
  }
  void start_quietly() {
    start();
    static_cast<void>(take_journal());
  }
  bool is_made() { return api().object("Secret", "default", "made").has_value(); }
  std::string web_values() const { return last_run("web/run.sh").value("/web").dump(); }
  std::size_t logged(std::string_view text) const {
    std::size_t n = 0;
    for (auto at = log().find(text); at != std::string::npos; at = log().find(text, at + 1)) ++n;
    return n;
  }
};

/// `web/tests.sh` in queue `one` tests /web/x and creates an object; a second later `web/removes.sh` in queue
/// `two` removes /web/x.
struct race_fixture : values_fixture {
  race_fixture() {
    once("web/tests.sh", at_second(10, "one"), [](test::hook_run& run) {
      run.values_patch = R"([{"op":"test","path":"/web/x","value":1},{"op":"add","path":"/web/tested","value":true}])";
      run.object_patch = create_object;
    });
    once("web/removes.sh", at_second(11, "two"),
         [](test::hook_run& run) { run.values_patch = R"({"op":"remove","path":"/web/x"})"; });
  }
};

} // namespace

// -- two queues ----------------------------------------------------------------

TEST_CASE_FIXTURE(race_fixture, "the result of a hook's check holds until its commit, whatever another queue commits") {
  start_quietly();
  api().hold({"POST", "secrets"});
  advance(20s);
  CHECK(runs_of("web/removes.sh").size() == 1);
  CHECK_FALSE(is_made());
  CHECK(take_journal() == "web/tests.sh tick; web/removes.sh tick");
  api().release();
  run();
  CHECK(is_made());
  CHECK(web_values() == R"({"tested":true})");
  advance(10s);
  CHECK(runs_of("web/tests.sh").size() == 1);
  CHECK(runs_of("web/removes.sh").size() == 1);
}

TEST_CASE_FIXTURE(race_fixture, "a hook whose patch another queue has made invalid fails before it changes objects") {
  replay("web/tests.sh", {});
  replay("web/removes.sh", [this](test::hook_run& run) {
    if (runs_of("web/removes.sh").empty()) run.values_patch = R"({"op":"remove","path":"/web/x"})";
    replay("web/tests.sh", [](test::hook_run& late) {
      late.values_patch = R"({"op":"test","path":"/web/x","value":1})";
      late.object_patch = create_object;
    });
  });
  start_quietly();
  advance(75s);
  CHECK(runs_of("web/tests.sh").size() >= 2);
  CHECK_FALSE(is_made());
  CHECK(web_values() == "{}");
  CHECK(log().find("the value differs") == std::string::npos);
  CHECK(log().find("'/web/x' does not exist") != std::string::npos);
}

TEST_CASE_FIXTURE(race_fixture, "nobody waits longer than 30 s for the objects of another hook") {
  start_quietly();
  api().hold({"POST", "secrets"});
  advance(39s);
  CHECK(runs_of("web/run.sh").size() == 1);
  advance(3s);
  REQUIRE(runs_of("web/run.sh").size() == 2);
  CHECK(web_values() == "{}");
  api().release();
  run();
  CHECK(log().find("'/web/x' does not exist") != std::string::npos);
}

TEST_CASE_FIXTURE(values_fixture, "a hook that fails after its check lets the next one commit") {
  once("web/a.sh", at_second(10, "one"), [](test::hook_run& run) {
    run.values_patch = R"({"op":"add","path":"/web/a","value":1})";
    run.object_patch = create_object;
  });
  once("web/b.sh", at_second(11, "two"),
       [](test::hook_run& run) { run.values_patch = R"({"op":"add","path":"/web/b","value":2})"; });
  start_quietly();
  api().fail_next({{"POST", "secrets"}, simulation::refusal(403, "Forbidden")});
  advance(12s);
  CHECK(web_values() == R"({"b":2,"x":1})");
}

TEST_CASE_FIXTURE(values_fixture, "a ConfigMap that cannot be written holds up the commits of its section alone") {
  once("web/a.sh", at_second(10, "one"),
       [](test::hook_run& run) { run.config_patch = R"({"op":"add","path":"/web/password","value":"x"})"; });
  once("web/b.sh", at_second(11, "two"),
       [](test::hook_run& run) { run.values_patch = R"({"op":"add","path":"/web/b","value":1})"; });
  once("db/c.sh", at_second(12, "three"),
       [](test::hook_run& run) { run.values_patch = R"({"op":"add","path":"/db/c","value":1})"; });
  start_quietly();
  api().hold({"POST", "configmaps"});
  advance(15s);
  CHECK(last_run("db/run.sh").value("/db").dump() == R"({"c":1})");
  CHECK(runs_of("web/run.sh").size() == 1);
  set_config("global", "g: 1\n");
  run();
  CHECK(last_run("db/run.sh").value("/global/g").dump() == "1");
  api().release();
  run();
  CHECK(web_values() == R"({"b":1,"password":"x","x":1})");
}

TEST_CASE_FIXTURE(values_fixture, "work that follows from a commit names it as its cause, also when several wait") {
  once("web/a.sh", at_second(10, "one"),
       [](test::hook_run& run) { run.config_patch = R"({"op":"add","path":"/web/password","value":"x"})"; });
  once("web/b.sh", at_second(11, "two"),
       [](test::hook_run& run) { run.values_patch = R"({"op":"add","path":"/web/b","value":1})"; });
  once("db/c.sh", at_second(12, "three"),
       [](test::hook_run& run) { run.values_patch = R"({"op":"add","path":"/db/c","value":1})"; });
  start_quietly();
  collect_trace();
  api().hold({"POST", "configmaps"});
  advance(15s);
  api().release();
  run();
  const auto commits = trace_of("commit_hook_output");
  const auto changes = trace_of("values_changed");
  REQUIRE(commits.size() == 3);
  REQUIRE(changes.size() == 3);
  for (const auto& commit : commits) {
    CAPTURE(commit.summary);
    const auto caused =
      std::count_if(changes.begin(), changes.end(), [&](const auto& x) { return x.cause == commit.id; });
    CHECK(caused == 1);
  }
}

TEST_CASE_FIXTURE(values_fixture, "hooks of two modules that store something at once both find it in the ConfigMap") {
  for (const std::string module : {"db", "web"})
    once(module + "/a.sh", at_second(10, module.c_str()), [module](test::hook_run& run) {
      run.config_patch = R"({"op":"add","path":"/)" + module + R"(/password","value":"x"})";
    });
  SUBCASE("where there is none yet") {}
  SUBCASE("where there is one") {
    set_config("global", "g: 1\n");
  }
  start_quietly();
  advance(1h);
  CHECK(config("db") == "password: x\n");
  CHECK(config("web") == "password: x\n");
  CHECK(runs_of("db/run.sh").size() == 2);
  CHECK(runs_of("web/run.sh").size() == 2);
  CHECK(last_run("db/run.sh").value("/db").dump() == R"({"password":"x"})");
  CHECK(web_values() == R"({"password":"x","x":1})");
}

// -- edits by hand ---------------------------------------------------------------

namespace {

/// `web/a.sh` stores a password in the ConfigMap. A user edits the ConfigMap while the operator reads it for
/// this write.
struct edit_fixture : values_fixture {
  edit_fixture() {
    hook("web/a.sh", at_second(10, "one"), [this](test::hook_run& run) {
      if (config("web").value_or("").find("password") == std::string::npos)
        run.config_patch = R"({"op":"add","path":"/web/password","value":"x"})";
    });
    set_config({{"db", "# why\nb: 1\na: 2\n"}, {"web", "color: red\n"}});
  }
  /// Runs the hook until the operator reads the ConfigMap.
  void begin_write() {
    start_quietly();
    api().hold({"GET", "configmaps/addon-operator"});
    advance(10s);
  }
  void finish_write() {
    api().release();
    run();
  }
  std::size_t writes() {
    return static_cast<std::size_t>(std::count_if(api().requests().begin(), api().requests().end(), [](const auto& x) {
      const bool is_of_marks = x.target.find("-hook-keys") != std::string::npos;
      return x.method == "PATCH" && x.target.find("/configmaps/") != std::string::npos && !is_of_marks;
    }));
  }
};

} // namespace

TEST_CASE_FIXTURE(edit_fixture, "an edit of the section that a hook patches is not lost, and the patch lies over it") {
  begin_write();
  set_config("web", "color: blue # as agreed\nsize: 2\n");
  run();
  finish_write();
  CHECK(config("web") == "color: blue\npassword: x\nsize: 2\n");
  CHECK(config("db") == "# why\nb: 1\na: 2\n");
  CHECK(last_run("web/run.sh").config_values == R"({"global":{},"web":{"color":"blue","password":"x","size":2}})");
  advance(1h);
  CHECK(config("web") == "color: blue\npassword: x\nsize: 2\n");
}

TEST_CASE_FIXTURE(edit_fixture, "a write that meets another one is made anew on the content of that moment") {
  start_quietly();
  api().hold({"PATCH", "configmaps"});
  advance(10s);
  set_config("db", "# because\na: 3\n");
  run();
  CHECK(last_run("db/run.sh").value("/db").dump() == R"({"a":3})");
  finish_write();
  CHECK(writes() == 2);
  CHECK(config("web") == "color: red\npassword: x\n");
  CHECK(config("db") == "# because\na: 3\n");
}

TEST_CASE_FIXTURE(edit_fixture,
                  "an edit of another section starts its module once, a write of the operator starts nothing") {
  begin_write();
  set_config("db", "a: 3\n");
  run();
  finish_write();
  CHECK(take_journal() == "web/a.sh tick; db/run.sh beforeHelm; web/run.sh beforeHelm");
  advance(1h);
  CHECK(runs_of("db/run.sh").size() == 2);
  CHECK(runs_of("web/run.sh").size() == 2);
}

TEST_CASE_FIXTURE(edit_fixture, "a ConfigMap that is deleted meanwhile is made anew with what the hook has stored") {
  begin_write();
  api().delete_object("ConfigMap", namespace_name, "addon-operator");
  run();
  finish_write();
  CHECK(config("web") == "color: red\npassword: x\n");
  CHECK_FALSE(config("db"));
  CHECK(web_values() == R"({"color":"red","password":"x","x":1})");
  CHECK(last_run("db/run.sh").value("/db").dump() == R"({"a":2,"b":1})");
  // After the ConfigMap is deleted, its content is used for a while.
  advance(10min);
  CHECK(web_values() == R"({"color":"red","password":"x","x":1})");
  CHECK(last_run("db/run.sh").value("/db").dump() == "{}");
}

TEST_CASE_FIXTURE(edit_fixture,
                  "a section that is broken by hand is not written over, and the patch waits for its repair") {
  begin_write();
  set_config("web", "color: [blue\n");
  run();
  finish_write();
  CHECK(config("web") == "color: [blue\n");
  REQUIRE_FALSE(describe().problems.empty());
  CHECK(describe().problems.front().find("bad yaml at key 'web': invalid YAML: line ") != std::string::npos);
  CHECK(log().find("the section is not written over") != std::string::npos);
  set_config("web", "color: blue\n");
  advance(20s);
  CHECK(describe().problems.empty());
  CHECK(config("web") == "color: blue\npassword: x\n");
}

TEST_CASE_FIXTURE(
  edit_fixture,
  "a patch that an edit makes impossible names the parts of its run that are done, and the run is repeated") {
  replay("web/a.sh", [](test::hook_run& run) {
    run.config_patch = R"([{"op":"test","path":"/web/color","value":"red"},{"op":"remove","path":"/web/color"}])";
    run.object_patch = R"({"operation":"CreateOrUpdate","object":{"apiVersion":"v1","kind":"Secret",)"
                       R"("metadata":{"name":"made","namespace":"default"}}})";
  });
  begin_write();
  set_config("web", "color: blue\n");
  run();
  finish_write();
  CHECK(is_made());
  CHECK(config("web") == "color: blue\n");
  CHECK(log().find("the objects of this run are changed, its patches of values are not applied: ")
        != std::string::npos);
  const auto runs = runs_of("web/a.sh").size();
  advance(11s);
  CHECK(runs_of("web/a.sh").size() == runs + 1);
  set_config("web", "color: red\n");
  advance(31s);
  CHECK(config("web") == "{}\n");
}

TEST_CASE_FIXTURE(edit_fixture, "a module that is switched off by hand stays off, whatever its hooks store") {
  begin_write();
  set_config("web", "false");
  run();
  finish_write();
  CHECK(config("web") == "false");
  CHECK(describe().enabled_modules == std::vector<std::string>{"db"});
}

TEST_CASE_FIXTURE(edit_fixture,
                  "a section that goes back to its earlier content starts nothing and is no problem any more") {
  start_quietly();
  set_config("db", "a: [\n");
  run();
  CHECK(describe().problems.size() == 1);
  set_config("db", "b: 1\na: 2\n");
  run();
  CHECK(describe().problems.empty());
  CHECK(take_journal().empty());
}

// -- keys without effect -----------------------------------------------------------

TEST_CASE_FIXTURE(values_fixture, "keys without effect hold up nothing, are logged once, and readiness names them") {
  set_config({{"web", "a: 1\n"}, {"globalMaintenance", "NoResourceReconciliation"}, {"weeb", "a: 1\n"}});
  start();
  CHECK(take_journal() == "db/run.sh beforeHelm; web/run.sh beforeHelm");
  CHECK(describe().problems
        == std::vector<std::string>{
          "ConfigMap key 'globalMaintenance' has no effect: the global section cannot be paused: pause modules",
          "ConfigMap key 'weeb' has no effect: no module has this name; did you mean web?"});
  set_config("weeb", "a: 2\n");
  run();
  CHECK(logged("config_key_ignored") == 2);
  CHECK(take_journal().empty());
  remove_config("weeb");
  remove_config("globalMaintenance");
  run();
  CHECK(describe().problems.empty());
}

TEST_CASE_FIXTURE(values_fixture, "an invalid section is logged once, and counted until it is repaired") {
  start_quietly();
  set_config("web", "a: [\n");
  run();
  CHECK(describe().problems.front().find("section 'web': ConfigMap: bad yaml at key 'web': invalid YAML: line ")
        != std::string::npos);
  set_config("db", "a: 1\n");
  run();
  CHECK(logged("config_section_invalid") == 1);
  advance(11s);
  CHECK(metrics_text().find("config_values_errors_total") != std::string::npos);
  set_config("web", "a: 1\n");
  run();
  CHECK(take_journal() == "db/run.sh beforeHelm; web/run.sh beforeHelm");
  CHECK(describe().problems.empty());
}

TEST_CASE_FIXTURE(values_fixture, "an empty ConfigMap is a configuration like any other") {
  set_config(std::map<std::string, std::string>{});
  start();
  CHECK(take_journal() == "db/run.sh beforeHelm; web/run.sh beforeHelm");
  CHECK(describe().problems.empty());
}

// -- flags -------------------------------------------------------------------------

TEST_CASE_FIXTURE(values_fixture, "a flag that a hook has set and takes back lets the one below it count again") {
  hook("global/flags.sh", at_second(10, "flags"), [this](test::hook_run& run) {
    const auto runs = runs_of("global/flags.sh").size();
    if (runs == 0) run.values_patch = R"({"op":"add","path":"/webEnabled","value":false})";
    if (runs == 1) run.values_patch = R"({"op":"remove","path":"/webEnabled"})";
  });
  start_quietly();
  advance(15s);
  CHECK(describe().enabled_modules == std::vector<std::string>{"db"});
  advance(60s);
  CHECK(describe().enabled_modules == std::vector<std::string>{"db", "web"});
  const auto runs = runs_of("db/run.sh").size();
  advance(5min);
  CHECK(runs_of("db/run.sh").size() == runs);
}
