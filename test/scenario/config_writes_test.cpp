// The operator and other clients write the ConfigMap at the same time.
#include "kube/objects/resource_version.hpp"
#include "support/operator_fixture.hpp"

#include <algorithm>

using test::operator_fixture;
using test::v1;
using namespace std::chrono_literals;

namespace {

/// A schedule in a separate queue, at this second of each minute.
std::string ticks(const std::string& queue, int second = 10) {
  return v1("schedule: [{name: tick, crontab: '" + std::to_string(second) + " * * * * *', queue: " + queue + "}]");
}

std::string password_of(const std::string& key) {
  return R"({"op":"add","path":"/)" + key + R"(/password","value":"x"})";
}

/// `web/a.sh` stores a missing password at once, while another client writes the ConfigMap.
struct writes_fixture : operator_fixture {
  writes_fixture() {
    module("010-db");
    module("020-web");
    hook("db/run.sh", v1("beforeHelm: 1"));
    hook("web/run.sh", v1("beforeHelm: 1"));
    hook("web/a.sh", ticks("one"), [this](test::hook_run& run) {
      if (config("web").value_or("").find("password") == std::string::npos) run.config_patch = password_of("web");
    });
    set_config({{"db", "a: 1\n"}, {"web", "color: red\n"}});
  }
  void start_quietly() {
    start();
    static_cast<void>(take_journal());
  }
  /// The resourceVersion of the ConfigMap.
  std::string version() {
    return kube::objects::resource_version_of(
      api().object("ConfigMap", namespace_name, "addon-operator").value_or(text::json()));
  }
  std::size_t writes() {
    return static_cast<std::size_t>(std::count_if(api().requests().begin(), api().requests().end(), [](const auto& x) {
      const bool is_of_marks = x.target.find("-hook-keys") != std::string::npos;
      return x.method == "PATCH" && x.target.find("/configmaps/") != std::string::npos && !is_of_marks;
    }));
  }
  /// The causes that commits name, in order.
  std::vector<std::string> causes() const {
    std::vector<std::string> found;
    for (const auto& x : trace_of("values_commit")) found.push_back(x.summary.substr(x.summary.find(" by ") + 4));
    return found;
  }
};

} // namespace

// -- the cause of each commit -----------------------------------------------------

TEST_CASE_FIXTURE(writes_fixture, "a trace names the origin of every commit, with the version of the ConfigMap") {
  collect_trace();
  const auto first = version();
  start();
  set_config("db", "a: 2\n");
  const auto edited = version();
  run();
  advance(11s);
  const auto stored = version();
  api().delete_object("ConfigMap", namespace_name, "addon-operator");
  advance(10min);
  CHECK(causes()
        == std::vector<std::string>{
          "the start with the ConfigMap (version " + first + ")", "the ConfigMap (version " + edited + ")",
          "hook 'hooks/a.sh' of module 'web' (ConfigMap version " + stored + ")", "the ConfigMap (there is none)"});
  const auto changes = trace_of("config_changed");
  REQUIRE(changes.size() == 4);
  CHECK(changes[0].summary == "ConfigMap (version " + edited + ")");
  CHECK(changes[1].summary == "ConfigMap (version " + stored + ")");
  CHECK_MESSAGE(changes[2].summary == "ConfigMap (there is none)", "it has gone");
  CHECK_MESSAGE(changes[3].summary == "ConfigMap (there is none)", "and has not come back");
}

TEST_CASE_FIXTURE(writes_fixture, "a trace names the parts of an edit that cannot be used") {
  collect_trace();
  start();
  set_config("db", "a: [\n");
  run();
  const auto refused = "the ConfigMap (version " + version() + "), whose section 'db' cannot be used";
  set_config({{"db", "b: 1\n"}, {"web", "color: blue\n"}});
  run();
  const auto found = causes();
  REQUIRE(found.size() == 3);
  CHECK(found[1] == refused);
  CHECK(found[2] == "the ConfigMap (version " + version() + ")");
}

TEST_CASE_FIXTURE(writes_fixture, "a trace names a flag that a hook sets for no module") {
  hook("global/flags.sh", ticks("main"),
       [](test::hook_run& run) { run.values_patch = R"({"op":"add","path":"/noSuchEnabled","value":true})"; });
  collect_trace();
  start();
  advance(11s);
  const auto found = causes();
  CHECK(std::count(found.begin(), found.end(), "hook 'flags.sh'") == 1);
}

TEST_CASE_FIXTURE(writes_fixture, "an edit that a commit has found in the ConfigMap has a cause of its own") {
  start();
  collect_trace();
  api().hold({"GET", "configmaps/addon-operator"});
  advance(10s);
  set_config("web", "color: blue\n");
  const auto edited = version();
  api().release();
  run();
  CHECK(causes()
        == std::vector<std::string>{"the ConfigMap (version " + edited + ")",
                                    "hook 'hooks/a.sh' of module 'web' (ConfigMap version " + version() + ")"});
}

TEST_CASE_FIXTURE(writes_fixture,
                  "values that two queues store in one section are never taken back and start nothing") {
  for (const std::string queue : {"one", "two"})
    hook("web/" + queue + ".sh", ticks(queue), [this, queue](test::hook_run& run) {
      const auto n = std::to_string(runs_of("web/" + queue + ".sh").size());
      run.config_patch = R"({"op":"add","path":"/web/)" + queue + n + R"(","value":true})";
    });
  hook("web/reads.sh", ticks("three", 40));
  start();
  collect_trace();
  for (std::size_t minute = 1; minute <= 4; ++minute) {
    advance(1min);
    CHECK(last_run("web/reads.sh").value("/web").as_object().size() == 2 + 2 * minute);
  }
  const auto found = causes();
  CHECK(std::none_of(found.begin(), found.end(), [](const auto& x) { return x.starts_with("the ConfigMap"); }));
}

// -- late answers -----------------------------------------------------------------

TEST_CASE_FIXTURE(writes_fixture,
                  "an event of the watch that is older than an answer is passed over, also where a digit is added") {
  start_quietly();
  api().hold_events();
  api().skip_revisions(999'999'998);
  set_config("db", "a: 2\n");
  CHECK(version() == "999999999");
  advance(11s);
  CHECK(version() == "1000000000");
  CHECK(take_journal() == "web/a.sh tick; db/run.sh beforeHelm; web/run.sh beforeHelm");
  CHECK(last_run("web/run.sh").config_values == R"({"global":{},"web":{"color":"red","password":"x"}})");
  api().release();
  run();
  CHECK(take_journal().empty());
  set_config("db", "a: 3\n");
  run();
  CHECK(take_journal() == "db/run.sh beforeHelm");
}

TEST_CASE_FIXTURE(writes_fixture, "after a restore of etcd with lower versions edits are seen, before and behind it") {
  start_quietly();
  advance(11s);
  CHECK(config("web") == "color: red\npassword: x\n");
  const auto backup = api().revision();
  for (int i = 2; i < 60; ++i) set_config("db", "a: " + std::to_string(i) + "\n");
  run();
  static_cast<void>(take_journal());
  SUBCASE("the watch has seen them") {}
  SUBCASE("the operator has written, and its watch is behind") {
    api().hold_events();
    set_config("web", "color: red\n");
    run();
    api().release();
  }
  CHECK(api().go_back(backup, simulation::restored_revisions::used_again) > 0);
  advance(5s);
  CHECK_MESSAGE(take_journal().find("db/run.sh beforeHelm") != std::string::npos, "the restored section");
  CHECK(last_run("db/run.sh").config_values.find(R"("db":{"a":1})") != std::string::npos);
  CHECK(log().find("watch_went_back") != std::string::npos);
  set_config("db", "a: 7\n");
  advance(5s);
  CHECK(last_run("db/run.sh").config_values.find(R"("db":{"a":7})") != std::string::npos);
}

TEST_CASE_FIXTURE(writes_fixture, "answers to two writes that change places take nothing back") {
  hook("db/b.sh", ticks("two"), [this](test::hook_run& run) {
    if (runs_of("db/b.sh").empty()) run.config_patch = password_of("db");
  });
  start_quietly();
  api().hold_events();
  api().hold_next_answer({"PATCH", "configmaps"});
  advance(11s);
  const auto early = take_journal();
  CHECK((early.ends_with("; db/run.sh beforeHelm") || early.ends_with("; web/run.sh beforeHelm")));
  CHECK(config("db") == "a: 1\npassword: x\n");
  CHECK(config("web") == "color: red\npassword: x\n");
  api().release();
  run();
  const auto late = take_journal();
  CHECK((late == "db/run.sh beforeHelm" || late == "web/run.sh beforeHelm"));
  CHECK(last_run("db/run.sh").config_values == R"({"db":{"a":1,"password":"x"},"global":{}})");
  CHECK(last_run("web/run.sh").config_values == R"({"global":{},"web":{"color":"red","password":"x"}})");
}

// -- another client is faster -----------------------------------------------------

TEST_CASE_FIXTURE(writes_fixture, "a write gets through however often other keys are edited just before it") {
  int edits = 0;
  api().overtake_next({"PATCH", "configmaps"}, 12,
                      [&] { set_config("db", "edits: " + std::to_string(++edits) + "\n"); });
  start_quietly();
  advance(30s);
  CHECK(edits == 12);
  CHECK(writes() == 13);
  CHECK(config("web") == "color: red\npassword: x\n");
  CHECK(config("db") == "edits: 12\n");
  CHECK(runs_of("web/a.sh").size() == 1);
  CHECK(log().find("somebody else") == std::string::npos);
}

TEST_CASE_FIXTURE(writes_fixture, "a patch gets on top of its section however often that is edited just before") {
  int edits = 0;
  api().overtake_next({"GET", "configmaps/addon-operator"}, 12,
                      [&] { set_config("web", "size: " + std::to_string(++edits) + "\n"); });
  start_quietly();
  advance(11s);
  CHECK(edits == 12);
  CHECK(config("web") == "password: x\nsize: 12\n");
  CHECK(runs_of("web/a.sh").size() == 1);
  CHECK(last_run("web/run.sh").config_values == R"({"global":{},"web":{"password":"x","size":12}})");
}

TEST_CASE_FIXTURE(writes_fixture,
                  "a section that is put back just before a commit is patched as it is at that moment") {
  hook("web/b.sh", ticks("two", 11), [this](test::hook_run& run) {
    if (!runs_of("web/b.sh").empty()) return;
    run.config_patch = R"({"op":"add","path":"/web/size","value":1})";
    run.object_patch = R"({"operation":"Create","object":{"apiVersion":"v1","kind":"Secret",)"
                       R"("metadata":{"name":"made","namespace":"default"}}})";
  });
  start_quietly();
  // The second hook is checked directly after the first hook has stored its password.
  api().hold({"GET", "configmaps/addon-operator"});
  advance(11s);
  api().overtake_next({"POST", "secrets"}, 1, [&] { set_config("web", "color: red\n"); });
  api().release();
  run();
  CHECK_EQ(config("web").value_or(""), "color: red\npassword: x\nsize: 1\n");
  CHECK(runs_of("web/b.sh").size() == 1);
  CHECK(log().find("somebody else") == std::string::npos);
}

TEST_CASE_FIXTURE(writes_fixture,
                  "a loop that edits other keys all the time fails the run after 30 s, and the log names it") {
  int edits = 0;
  api().overtake_next({"PATCH", "configmaps"}, 1'000'000,
                      [&] { set_config("db", "edits: " + std::to_string(++edits) + "\n"); });
  start_quietly();
  advance(39s);
  CHECK(log().find("somebody else") == std::string::npos);
  CHECK(
    describe().problems
    == std::vector<std::string>{"config values of hook 'hooks/a.sh' of module 'web': come too late for other writes of "
                                "the ConfigMap since 2026-01-01T00:00:10Z"});
  advance(5s);
  CHECK(log().find("another client writes ConfigMap 'addon-operator' all the time") != std::string::npos);
  CHECK(config("web") == "color: red\n");
}

TEST_CASE_FIXTURE(writes_fixture,
                  "a loop that edits the section all the time fails the run after 30 s, and the log names it") {
  int edits = 0;
  start_quietly();
  // Each edit brings the next try forward, so an endless loop of edits would be an endless loop of tries.
  api().overtake_next({"GET", "configmaps/addon-operator"}, 30, [&] {
    set_config("web", "size: " + std::to_string(++edits) + "\n");
    take_time(1s);
  });
  advance(11s);
  CHECK(edits == 30);
  CHECK(log().find("another client writes section 'web' of the ConfigMap all the time: 30 edits in 30 s")
        != std::string::npos);
}

// -- texts that cannot be written -------------------------------------------------

TEST_CASE_FIXTURE(writes_fixture,
                  "a write that makes the ConfigMap too large is not sent, and the message names size and limit") {
  const std::string rest = "a: \"\"\n";
  const std::string stored = "color: red\npassword: x\n";
  SUBCASE("by one byte") {
    set_config("db", "a: \"" + std::string(core::config::config_map_bytes_max - stored.size() - rest.size() + 1, 'x')
                       + "\"\n");
    start_quietly();
    advance(11s);
    CHECK(writes() == 0);
    CHECK(config("web") == "color: red\n");
    CHECK(
      log().find("ConfigMap 'addon-operator' would be too large: 1048577 bytes with 23 in section 'web', and the API "
                 "server takes no more than 1048576")
      != std::string::npos);
  }
  SUBCASE("but one that fills it is sent") {
    set_config("db",
               "a: \"" + std::string(core::config::config_map_bytes_max - stored.size() - rest.size(), 'x') + "\"\n");
    start_quietly();
    advance(11s);
    CHECK(config("web") == stored);
  }
}

TEST_CASE_FIXTURE(writes_fixture, "a commit that waits for the API server is seen while it waits, and not afterwards") {
  start_quietly();
  api().hold({"GET", "configmaps/addon-operator"});
  advance(14s);
  CHECK(describe().problems.empty());
  advance(2s);
  CHECK(describe().problems
        == std::vector<std::string>{
          "config values of hook 'hooks/a.sh' of module 'web': wait for the API server since 2026-01-01T00:00:10Z"});
  api().release();
  run();
  CHECK(describe().problems.empty());
  CHECK(config("web") == "color: red\npassword: x\n");
}

TEST_CASE_FIXTURE(writes_fixture, "a ConfigMap that is deleted just before a write is made anew by it") {
  api().overtake_next({"PATCH", "configmaps"}, 1,
                      [&] { api().delete_object("ConfigMap", namespace_name, "addon-operator"); });
  start_quietly();
  advance(11s);
  CHECK(config("web").value_or("").find("password: x\n") != std::string::npos);
  CHECK(runs_of("web/a.sh").size() == 1);
}
