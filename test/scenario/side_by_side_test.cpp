// Modules with the same number that run at the same time.
#include "support/operator_fixture.hpp"

#include <algorithm>

using test::operator_fixture;
using test::v1;
using namespace std::chrono_literals;
using namespace std::string_literals;

namespace {

/// A hook that goes on until the test ends it, if it runs for this reason.
test::hook_script holds_at(std::string reason) {
  return [reason = std::move(reason)](test::hook_run& run) {
    if (run.reasons() == reason) run.end = test::fake_end::goes_on();
  };
}

/// The modules `a`, `b` and `c` have the same number, `d` has the next number. Two modules may run side by
/// side.
struct group_fixture : operator_fixture {
  group_fixture() {
    setup.parallel_module_runs = 2;
    for (const auto* directory : {"010-a", "010-b", "010-c", "020-d"}) module(directory);
    for (const auto* name : {"a", "b", "c", "d"}) {
      hook(std::string(name) + "/a.sh", v1("beforeHelm: 1"));
      chart(name, std::string("apiVersion: v1\nkind: ConfigMap\nmetadata: {name: ") + name
                    + "}\ndata: {v: \"{{ .Values." + name + ".v }}\"}\n");
    }
    common_values("a: {v: 0}\nb: {v: 0}\nc: {v: 0}\nd: {v: 0}\n");
  }

  void hold(const std::string& name) { replay(name + "/a.sh", holds_at("beforeHelm")); }
  void hold_all() {
    for (const auto* name : {"a", "b", "c", "d"}) hold(name);
  }
  /// Ends the running hook of the module.
  void finish(const std::string& name, int exit_code = 0) {
    for (const auto id : processes().running()) {
      const auto& path = processes().started()[static_cast<std::size_t>(id) - 1].front();
      if (path.find("-" + name + "/hooks/") != path.npos) processes().finish(id, exit_code);
    }
    run();
  }
  /// Runs the first reload to its end.
  void converge() {
    start();
    REQUIRE(describe().first_reload_done);
    static_cast<void>(take_journal());
  }
  std::string page(const std::string& path) { return debug_page(path).body; }
};

} // namespace

TEST_CASE_FIXTURE(group_fixture, "modules with the same number run at the same time, as many as were asked for") {
  hold_all();
  start();
  CHECK(take_journal() == "a/a.sh beforeHelm; b/a.sh beforeHelm");
  CHECK(describe().running.starts_with("modules 'a', 'b' are being run, the first since "));
  CHECK(describe().reload_tasks == 3);
  finish("b");
  CHECK_MESSAGE(take_journal() == "helm upgrade b; c/a.sh beforeHelm", "its place is free");
  finish("c");
  CHECK_MESSAGE(take_journal() == "helm upgrade c", "the next number waits for `a`");
  CHECK(describe().running.starts_with("module 'a' is being run since "));
  finish("a");
  CHECK(take_journal() == "helm upgrade a; d/a.sh beforeHelm");
  CHECK_FALSE(describe().first_reload_done);
  finish("d");
  CHECK(describe().first_reload_done);
  CHECK(describe().problems.empty());
}

TEST_CASE_FIXTURE(group_fixture, "modules run one by one unless somebody asks for more") {
  setup.parallel_module_runs = 1;
  hold_all();
  start();
  for (const auto* name : {"a", "b", "c", "d"}) {
    CHECK(take_journal().ends_with(std::string(name) + "/a.sh beforeHelm"));
    finish(name);
  }
  CHECK(log().find("ParallelModuleRun") == std::string::npos);
}

TEST_CASE_FIXTURE(group_fixture, "one that fails is tried again beside its siblings, and the next number waits") {
  replay("a/a.sh", [](test::hook_run& run) { run.failure = "no disk"; });
  hold("b");
  start();
  CHECK(take_journal() == "a/a.sh beforeHelm; b/a.sh beforeHelm; c/a.sh beforeHelm; helm upgrade c");
  REQUIRE(describe().problems.size() == 1);
  CHECK(describe().problems.front().find("ModuleRun:main:a:Operator-Startup: ") != std::string::npos);
  advance(4999ms);
  CHECK(take_journal().empty());
  advance(1ms);
  CHECK(take_journal() == "a/a.sh beforeHelm");
  finish("b");
  CHECK_MESSAGE(take_journal() == "helm upgrade b", "the next number waits for `a`");
  CHECK(describe().problems.size() == 1);
  replay("a/a.sh", {});
  advance(11s);
  CHECK(take_journal() == "a/a.sh beforeHelm; helm upgrade a; d/a.sh beforeHelm; helm upgrade d");
  CHECK(describe().problems.empty());
  CHECK(describe().first_reload_done);
}

TEST_CASE_FIXTURE(group_fixture, "all members that fail are named, and an edit of one brings only its try forward") {
  for (const auto* script : {"a/a.sh", "b/a.sh"}) replay(script, [](test::hook_run& run) { run.failure = "no disk"; });
  start();
  REQUIRE(describe().problems.size() == 1);
  CHECK(describe().problems.front().find("ModuleRun:main:a:") != std::string::npos);
  CHECK(describe().problems.front().find("; ModuleRun:main:b:") != std::string::npos);
  static_cast<void>(take_journal());
  replay("b/a.sh", {});
  set_config("b", "v: 1\n");
  run();
  CHECK(take_journal() == "b/a.sh beforeHelm; helm upgrade b");
  CHECK(describe().problems.front().find("ModuleRun:main:b:") == std::string::npos);
  replay("a/a.sh", {});
  advance(5s);
  CHECK_MESSAGE(take_journal() == "a/a.sh beforeHelm; helm upgrade a; d/a.sh beforeHelm; helm upgrade d",
                "and `b` has run with its new values");
  CHECK(describe().problems.empty());
}

TEST_CASE_FIXTURE(group_fixture, "a change of global values in the middle of a group begins the reload anew") {
  hold("a");
  hold("b");
  start();
  static_cast<void>(take_journal());
  set_config("global", "x: 7\n");
  run();
  CHECK(take_journal().empty());
  finish("a");
  CHECK_MESSAGE(take_journal() == "helm upgrade a", "`c` belongs to the new reload");
  replay("a/a.sh", {});
  replay("b/a.sh", {});
  finish("b");
  CHECK(take_journal()
        == "helm upgrade b; a/a.sh beforeHelm; b/a.sh beforeHelm; c/a.sh beforeHelm; helm upgrade c; "
           "d/a.sh beforeHelm; helm upgrade d");
  for (const auto* script : {"a/a.sh", "b/a.sh", "c/a.sh", "d/a.sh"})
    CHECK(last_run(script).value("/global/x") == text::json(7));
}

TEST_CASE_FIXTURE(group_fixture, "a failure is not tried more often because reloads come in the middle of a group") {
  replay("a/a.sh", [](test::hook_run& run) { run.failure = "no disk"; });
  hold("b");
  start();
  for (int i = 0; i < 20; ++i) {
    set_config("global", "x: " + std::to_string(i) + "\n");
    advance(100ms);
    finish("b");
  }
  CHECK(runs_of("a/a.sh").size() <= 3);
}

TEST_CASE_FIXTURE(group_fixture, "a member that is disabled while its group runs is deleted after the runs") {
  hold("a");
  hold("b");
  start();
  static_cast<void>(take_journal());
  set_config("bEnabled", "false");
  run();
  replay("a/a.sh", {});
  finish("a");
  finish("b");
  CHECK(take_journal()
        == "helm upgrade a; helm upgrade b; a/a.sh beforeHelm; c/a.sh beforeHelm; helm template a; helm upgrade c; "
           "d/a.sh beforeHelm; helm upgrade d; helm uninstall b");
  CHECK(describe().enabled_modules == std::vector<std::string>{"a", "c", "d"});
}

TEST_CASE_FIXTURE(group_fixture,
                  "a module that is enabled while its group runs runs in the next reload, before the next number") {
  set_config("bEnabled", "false");
  hold("a");
  start();
  CHECK(take_journal() == "a/a.sh beforeHelm; c/a.sh beforeHelm; helm upgrade c");
  set_config("bEnabled", "true");
  run();
  replay("a/a.sh", {});
  finish("a");
  const auto journal = take_journal();
  const auto begin = "helm upgrade a; a/a.sh beforeHelm; b/a.sh beforeHelm; helm template a; "s;
  const auto end = "d/a.sh beforeHelm; helm upgrade d"s;
  // Before a first revision the records of the release are looked for, so the other module may be faster.
  CHECK_MESSAGE((journal == begin + "helm upgrade b; c/a.sh beforeHelm; helm template c; " + end
                 || journal == begin + "c/a.sh beforeHelm; helm upgrade b; helm template c; " + end
                 || journal == begin + "c/a.sh beforeHelm; helm template c; helm upgrade b; " + end),
                journal);
}

TEST_CASE_FIXTURE(group_fixture, "a stop in the middle of a group ends what runs, and the next start completes it") {
  hold_all();
  start();
  finish("a");
  CHECK(take_journal() == "a/a.sh beforeHelm; b/a.sh beforeHelm; helm upgrade a; c/a.sh beforeHelm");
  stop();
  CHECK(exit_codes() == std::vector<int>{0});
  CHECK(processes().running().empty());
  advance(1h);
  CHECK(take_journal().empty());

  group_fixture second;
  for (const auto* kind : {"Secret", "ConfigMap"})
    for (const auto& object : api().objects(kind, namespace_name)) second.api().put_object(object);
  second.start();
  CHECK(second.take_journal()
        == "a/a.sh beforeHelm; b/a.sh beforeHelm; c/a.sh beforeHelm; helm upgrade b; helm upgrade c; "
           "d/a.sh beforeHelm; helm upgrade d");
  CHECK(second.describe().first_reload_done);
}

TEST_CASE_FIXTURE(group_fixture,
                  "the Synchronization of a binding in main is part of its module's run, events wait for the group") {
  hook("a/pods.sh", v1("kubernetes: [{name: pods, kind: Pod}]"));
  hold("b");
  start();
  CHECK(take_journal()
        == "b/a.sh beforeHelm; a/pods.sh pods:Synchronization; a/a.sh beforeHelm; helm upgrade a; "
           "c/a.sh beforeHelm; helm upgrade c");
  api().put_object(test::object_of("v1", "Pod", "p"));
  advance(1min);
  CHECK_MESSAGE(take_journal().empty(), "`b` still runs");
  finish("b");
  CHECK(take_journal() == "helm upgrade b; d/a.sh beforeHelm; helm upgrade d; a/pods.sh pods:Added");
}

TEST_CASE_FIXTURE(group_fixture, "no event of main runs inside a sibling's Helm, those of other queues do") {
  hook("a/pods.sh", v1("kubernetes: [{name: pods, kind: Pod}, {name: side, kind: Node, queue: side}]"));
  helm().next_end = test::fake_end::goes_on();
  start();
  const auto begun = take_journal();
  CHECK(begun.find("helm upgrade a") != std::string::npos);
  CHECK(begun.find("helm upgrade b") != std::string::npos);
  api().put_object(test::object_of("v1", "Pod", "p"));
  api().put_object(test::object_of("v1", "Node", "n", {}, ""));
  run();
  const auto meanwhile = take_journal();
  CHECK(meanwhile.find("a/pods.sh side:Added") != std::string::npos);
  CHECK(meanwhile.find("pods:Added") == std::string::npos);
}

TEST_CASE_FIXTURE(group_fixture, "patches of values of modules that run at the same time are all there") {
  const auto writes = [](const std::string& name, int value) {
    return [=](test::hook_run& run) {
      run.values_patch = R"([{"op":"add","path":"/)" + name + R"(/v","value":)" + std::to_string(value) + "}]";
      run.end = test::fake_end::goes_on();
    };
  };
  replay("a/a.sh", writes("a", 5));
  replay("b/a.sh", writes("b", 6));
  start();
  finish("b");
  finish("a");
  CHECK(helm().values().at("a").find(R"("v":5)") != std::string::npos);
  CHECK(helm().values().at("b").find(R"("v":6)") != std::string::npos);
  CHECK(describe().first_reload_done);
}

TEST_CASE_FIXTURE(group_fixture, "a member whose afterHelm hook changes its values runs again beside its siblings") {
  hook("a/after.sh", v1("afterHelm: 1"),
       [](test::hook_run& run) { run.values_patch = R"([{"op":"add","path":"/a/v","value":9}])"; });
  hold("b");
  start();
  CHECK(take_journal()
        == "a/a.sh beforeHelm; b/a.sh beforeHelm; helm upgrade a; a/after.sh afterHelm; a/a.sh beforeHelm; "
           "helm template a; helm upgrade a; a/after.sh afterHelm; c/a.sh beforeHelm; helm upgrade c");
  finish("b");
  CHECK(describe().first_reload_done);
}

TEST_CASE_FIXTURE(group_fixture,
                  "a member whose hooks do not configure holds up neither its siblings nor the next number") {
  hook("a/bad.sh", v1("beforeHelm: soon"));
  start();
  CHECK(take_journal()
        == "b/a.sh beforeHelm; c/a.sh beforeHelm; helm upgrade b; helm upgrade c; d/a.sh beforeHelm; helm upgrade d");
  CHECK(describe().first_reload_done);
  REQUIRE(describe().problems.size() == 1);
  CHECK(describe().problems.front().find("module 'a'") != std::string::npos);
}

TEST_CASE_FIXTURE(group_fixture, "the queue shows each member of a group and what it does") {
  replay("a/a.sh", [](test::hook_run& run) { run.failure = "hunter2marker"; });
  hold("b");
  hold("c");
  start();
  advance(3s);
  const auto text = page("/queue/list.text");
  CHECK_MESSAGE(text.find("status: 'running for 3.0 s, 0 of 3 modules done, 2 running, 1 waiting after a failure'\n")
                  != text.npos,
                text);
  CHECK_MESSAGE(text.find(" 1. ParallelModuleRun:main:3 modules, a to c:Operator-Startup\n"
                          "    - a: waits 2.0 s after failure 1\n")
                  != text.npos,
                text);
  CHECK_MESSAGE(text.find("    - b: runs for 3.0 s\n    - c: runs for 3.0 s\n") != text.npos, text);
  CHECK_MESSAGE(text.find("hunter2marker") != text.npos, text);
  CHECK(debug_page("/queue/list.text").exit_code == 2);
  const auto tree = page("/queue/main.json");
  CHECK_MESSAGE(tree.find(R"({"module":"b","runsSeconds":3.0,"state":"runs"})") != tree.npos, tree);
}

TEST_CASE_FIXTURE(group_fixture, "members are counted as modules that run alone are") {
  setup.parallel_module_runs = 4;
  converge();
  const auto text = metrics_text();
  const auto shows = [&](const std::string& part) { return text.find(part) != text.npos; };
  for (const auto* name : {"a", "b", "c", "d"}) {
    CHECK(shows(std::string("module_run_seconds_count{activation=\"OperatorStartup\",module=\"") + name + "\"} 1\n"));
    CHECK(shows(std::string("task_wait_in_queue_seconds_total{binding=\"ModuleRun\",hook=\"\",module=\"") + name
                + "\",queue=\"main\"}"));
  }
}
