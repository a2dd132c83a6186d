// The output of `trace why` about a run, a value and a release, for recorded runs of a whole operator.
#include "support/recorded_operator.hpp"
#include "trace/read/why.hpp"

#include <doctest/doctest.h>

#include <filesystem>
#include <optional>
#include <string>

using about = trace::read::why_question::about;
using test::goes_on_once;
using test::sets;
using test::v1;
using namespace std::chrono_literals;

namespace {

struct recorded_fixture : test::recorded_operator {
  std::string why(about what, const std::string& name, std::optional<std::uint32_t> revision = {}) {
    const trace::read::recorded_run run(trace::read::parse_trace(lines).events);
    auto answer = trace::read::why(run, {what, name, revision});
    return answer ? *answer : "no answer: " + answer.error().message;
  }
};

} // namespace

TEST_CASE_FIXTURE(recorded_fixture, "a run after an edit of the ConfigMap is told with the values before and after") {
  set_config("web", "replicas: 1\n");
  start();
  advance(10s);
  set_config("web", "replicas: 3\npassword: hunter2\n");
  run();
  CHECK(why(about::run, "web") ==
        R"(00:00:10.000 (+10.000 s)  run of module 'web' in queue main: done in 0.000 s
    Helm and release 'web': rendered it, and left it as it is, revision 1, in 0.000 s: the manifest is that of revision 1
because, 0.000 s earlier:
00:00:10.000 (+10.000 s)  values were changed by the ConfigMap (revision 3, ConfigMap version 1007)
    web.password: (none) -> "<redacted>"
    web.replicas: 1 -> 3
because, 0.000 s earlier:
00:00:10.000 (+10.000 s)  the ConfigMap was edited (version 1007): web
)");
  CHECK(
    why(about::release, "web") ==
    R"(00:00:10.000 (+10.000 s)  Helm and release 'web': rendered it, and left it as it is, revision 1, in 0.000 s: the manifest is that of revision 1
because, 0.000 s earlier:
00:00:10.000 (+10.000 s)  run of module 'web' in queue main: done in 0.000 s
because, 0.000 s earlier:
00:00:10.000 (+10.000 s)  values were changed by the ConfigMap (revision 3, ConfigMap version 1007)
    web.password: (none) -> "<redacted>"
    web.replicas: 1 -> 3
because, 0.000 s earlier:
00:00:10.000 (+10.000 s)  the ConfigMap was edited (version 1007): web
)");
  CHECK(lines.find("hunter2") == std::string::npos);
}

TEST_CASE_FIXTURE(recorded_fixture,
                  "an upgrade that removes objects is told with what differs from the revision before") {
  write("modules/010-web/templates/more.yaml", "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: more}\n");
  start();
  std::filesystem::remove(path("modules/010-web/templates/more.yaml"));
  set_config("web", "replicas: 3\n");
  run();
  const auto answer = why(about::release, "web");
  CHECK_MESSAGE(answer.find("    removes addon-operator/ConfigMap/more, since this differs: file templates/more.yaml "
                            "is gone from the chart; value web.replicas is new")
                  != std::string::npos,
                answer);
}

TEST_CASE_FIXTURE(recorded_fixture, "a value that two hooks set in turn has both in its history") {
  hook("web/a.sh", v1("schedule: [{name: odd, crontab: '1-59/2 * * * * *', queue: a}]"), sets("/web/size", "\"big\""));
  hook("web/b.sh", v1("schedule: [{name: even, crontab: '*/2 * * * * *', queue: b}]"), sets("/web/size", "\"small\""));
  start();
  advance(4s);
  CHECK(why(about::value, "web.size") ==
        R"(00:00:04.000 (+4.000 s)  values were changed by hook 'hooks/b.sh' of module 'web' (revision 6)
    web.size: "big" -> "small"
because, 0.000 s earlier:
00:00:04.000 (+4.000 s)  run of hook 'hooks/b.sh' of module 'web' for even in queue b: done in 0.000 s
because, 0.000 s earlier:
00:00:04.000 (+4.000 s)  tick of the crontab '*/2 * * * * *'
before that:
  00:00:03.000 (+3.000 s)  values were changed by hook 'hooks/a.sh' of module 'web' (revision 5)
      web.size: "small" -> "big"
  00:00:02.000 (+2.000 s)  values were changed by hook 'hooks/b.sh' of module 'web' (revision 4)
      web.size: "big" -> "small"
  00:00:01.000 (+1.000 s)  values were changed by hook 'hooks/a.sh' of module 'web' (revision 3)
      web.size: (none) -> "big"
  00:00:00.000 (+0.000 s)  values were changed by the files and the ConfigMap at the start (revision 2)
      web: (none) -> {}
)");
  CHECK(broken_rule() == "");
}

TEST_CASE_FIXTURE(recorded_fixture,
                  "a run in which events of several objects were combined has all of them as causes") {
  hook("web/pods.sh", v1("kubernetes: [{name: pods, kind: Pod, queue: side, executeHookOnSynchronization: false}]"),
       sets("/web/seen", "1"));
  start();
  replay("web/pods.sh", goes_on_once());
  static_cast<void>(api().put_object(test::object_of("v1", "Pod", "first")));
  run();
  for (const std::string name : {"a", "b", "c"})
    static_cast<void>(api().put_object(test::object_of("v1", "Pod", name)));
  run();
  replay("web/pods.sh", sets("/web/seen", "2"));
  finish_running();
  CHECK(why(about::value, "web.seen") ==
        R"(00:00:00.000 (+0.000 s)  values were changed by hook 'hooks/pods.sh' of module 'web' (revision 3)
    web.seen: (none) -> 2
because, 0.000 s earlier:
00:00:00.000 (+0.000 s)  run of hook 'hooks/pods.sh' of module 'web' for pods in queue side: done in 0.000 s
because of 3 causes:
  1. 0.000 s earlier:
     00:00:00.000 (+0.000 s)  Pod default/c was added (version 1009)
  2. 0.000 s earlier:
     00:00:00.000 (+0.000 s)  Pod default/b was added (version 1008)
  3. 0.000 s earlier:
     00:00:00.000 (+0.000 s)  Pod default/a was added (version 1007)
before that:
  00:00:00.000 (+0.000 s)  values were changed by the files and the ConfigMap at the start (revision 2)
      web: (none) -> {}
)");
  CHECK(broken_rule() == "");
}

TEST_CASE_FIXTURE(recorded_fixture, "five causes that meet in one reload are all told") {
  module("005-db");
  hook("db/a.sh", v1("beforeHelm: 1"));
  hook("global/pods.sh", v1("kubernetes: [{name: pods, kind: Pod, queue: pods, executeHookOnSynchronization: false}]"),
       sets("/global/pods", "1"));
  hook("global/nodes.sh",
       v1("kubernetes: [{name: nodes, kind: Node, queue: nodes, executeHookOnSynchronization: false}]"),
       sets("/global/nodes", "1"));
  hook("global/tick.sh", v1("schedule: [{name: tick, crontab: '*/5 * * * * *', queue: tick}]"));
  start();
  advance(1s);
  replay("db/a.sh", goes_on_once());
  set_config("global", "a: 1\n");
  run();
  REQUIRE(running_hooks().size() == 1);
  static_cast<void>(api().put_object(test::object_of("v1", "Pod", "p")));
  run();
  static_cast<void>(api().put_object(test::object_of("v1", "Node", "n", {}, "")));
  run();
  replay("global/tick.sh", sets("/global/tick", "1"));
  advance(5s);
  set_config("webEnabled", "true");
  set_config("dbEnabled", "true");
  set_config("global", "a: 2\n");
  run();
  finish_running();
  CHECK(why(about::run, "web") ==
        R"(00:00:06.000 (+6.000 s)  run of module 'web' in queue main: done in 0.000 s
    Helm and release 'web': rendered it, and left it as it is, revision 1, in 0.000 s: the manifest is that of revision 1
because, 0.000 s earlier:
00:00:06.000 (+6.000 s)  reload of all modules (GlobalValuesChanged)
because of 5 causes:
  1. 0.000 s earlier:
     00:00:06.000 (+6.000 s)  values were changed by the ConfigMap (revision 9, ConfigMap version 1011)
         global.a: 1 -> 2
     because, 0.000 s earlier:
     00:00:06.000 (+6.000 s)  the ConfigMap was edited (version 1011): global
  2. 1.000 s earlier:
     00:00:05.000 (+5.000 s)  values were changed by global hook 'tick.sh' (revision 6)
         global.tick: (none) -> 1
     because, 0.000 s earlier:
     00:00:05.000 (+5.000 s)  run of global hook 'tick.sh' for tick in queue tick: done in 0.000 s
     because, 0.000 s earlier:
     00:00:05.000 (+5.000 s)  tick of the crontab '*/5 * * * * *'
  3. 5.000 s earlier:
     00:00:01.000 (+1.000 s)  values were changed by global hook 'nodes.sh' (revision 5)
         global.nodes: (none) -> 1
     because, 0.000 s earlier:
     00:00:01.000 (+1.000 s)  run of global hook 'nodes.sh' for nodes in queue nodes: done in 0.000 s
     because, 0.000 s earlier:
     00:00:01.000 (+1.000 s)  Node n was added (version 1008)
  4. 5.000 s earlier:
     00:00:01.000 (+1.000 s)  values were changed by global hook 'pods.sh' (revision 4)
         global.pods: (none) -> 1
     because, 0.000 s earlier:
     00:00:01.000 (+1.000 s)  run of global hook 'pods.sh' for pods in queue pods: done in 0.000 s
     because, 0.000 s earlier:
     00:00:01.000 (+1.000 s)  Pod default/p was added (version 1007)
  5. 5.000 s earlier:
     00:00:01.000 (+1.000 s)  values were changed by the ConfigMap (revision 3, ConfigMap version 1006)
         global.a: (none) -> 1
     because, 0.000 s earlier:
     00:00:01.000 (+1.000 s)  the ConfigMap was edited (version 1006): global
)");
  CHECK(broken_rule() == "");
}

TEST_CASE_FIXTURE(recorded_fixture, "a module is disabled by its flag, and somebody has set it") {
  start();
  advance(3s);
  set_config("webEnabled", "false");
  run();
  CHECK(why(about::disabled, "web") ==
        R"(module 'web' is not enabled since the discovery at 00:00:03.000 (+3.000 s): by its flag
00:00:03.000 (+3.000 s)  values were changed by the ConfigMap (revision 3, ConfigMap version 1006)
    webEnabled: true -> false
because, 0.000 s earlier:
00:00:03.000 (+3.000 s)  the ConfigMap was edited (version 1006): webEnabled
before that:
  00:00:00.000 (+0.000 s)  values were changed by the files and the ConfigMap at the start (revision 2)
      webEnabled: false -> true
)");
  CHECK_MESSAGE(
    why(about::run, "web")
      .ends_with("since then:\n"
                 "  00:00:03.000 (+3.000 s)  deletion of module 'web'; `trace why disabled web` has the reason\n"),
    why(about::run, "web"));
  CHECK(broken_rule() == "");
}

TEST_CASE_FIXTURE(recorded_fixture, "after a restart it is told what had switched a module on that is disabled now") {
  helm().store({.name = "web", .labels = {{"moduleChecksum", "x"}, {"moduleWantedBy", "configMap"}}});
  set_config("webEnabled", "false");
  start();
  const auto answer = why(about::disabled, "web");
  CHECK_MESSAGE(answer.ends_with("when its release was made, it was switched on by: ConfigMap\n"), answer);
  CHECK_MESSAGE(why(about::disabled, "wbe").find("wanted_before") == std::string::npos, "it is no module");
}

TEST_CASE_FIXTURE(recorded_fixture, "a held upgrade is told as the last work on a release") {
  helm().store({.name = "web",
                .manifest = "apiVersion: v1\nkind: Secret\nmetadata: {name: extra}\n",
                .labels = {{"moduleChecksum", "x"}}});
  start();
  const auto answer = why(about::release, "web");
  CHECK_MESSAGE(answer.find("Helm and release 'web': held back an upgrade, revision 1") != std::string::npos, answer);
  CHECK_MESSAGE(answer.find("helm would remove addon-operator/Secret/extra") != std::string::npos, answer);
}

TEST_CASE_FIXTURE(recorded_fixture, "a module that is on is not said to be unknown") {
  start();
  CHECK(why(about::disabled, "web")
        == "module 'web' is enabled: it ran at 00:00:00.000 (+0.000 s), after the last discovery\n");
}

TEST_CASE_FIXTURE(recorded_fixture, "a module is disabled by its script") {
  enabled_script("web", [](test::hook_run& run) { run.enabled = "false"; });
  start();
  CHECK(why(about::disabled, "web") ==
        R"(module 'web' is not enabled since the discovery at 00:00:00.000 (+0.000 s): by its enabled script
00:00:00.000 (+0.000 s)  its enabled script answered: disabled
because, 0.000 s earlier:
00:00:00.000 (+0.000 s)  discovery of the enabled modules in queue main: done in 0.000 s
because, 0.000 s earlier:
00:00:00.000 (+0.000 s)  reload of all modules (Operator-Startup)
because, 0.000 s earlier:
00:00:00.000 (+0.000 s)  values were changed by the files and the ConfigMap at the start (revision 2)
because, 0.000 s earlier:
00:00:00.000 (+0.000 s)  the operator was started
)");
  CHECK(broken_rule() == "");
}

TEST_CASE_FIXTURE(recorded_fixture, "an event that came during Synchronization is the cause of its run") {
  hook("web/pods.sh", v1("kubernetes: [{name: pods, kind: Pod, queue: side, waitForSynchronization: false}]"),
       goes_on_once());
  start();
  static_cast<void>(api().put_object(test::object_of("v1", "Pod", "late")));
  run();
  replay("web/pods.sh", sets("/web/seen", "\"late\""));
  finish_running();
  CHECK(why(about::value, "web.seen") ==
        R"(00:00:00.000 (+0.000 s)  values were changed by hook 'hooks/pods.sh' of module 'web' (revision 3)
    web.seen: (none) -> "late"
because, 0.000 s earlier:
00:00:00.000 (+0.000 s)  run of hook 'hooks/pods.sh' of module 'web' for pods in queue side: done in 0.000 s
because, 0.000 s earlier:
00:00:00.000 (+0.000 s)  Pod default/late was added (version 1006)
before that:
  00:00:00.000 (+0.000 s)  values were changed by the files and the ConfigMap at the start (revision 2)
      web: (none) -> {}
)");
  CHECK(broken_rule() == "");
}

TEST_CASE_FIXTURE(recorded_fixture, "a queue waits for a task that runs, for its next try, or for nothing") {
  module("005-db");
  hook("db/a.sh", v1("beforeHelm: 1"));
  replay("db/a.sh", goes_on_once());
  set_config("dbEnabled", "true");
  start();
  const std::string causes = R"(because, 0.000 s earlier:
00:00:00.000 (+0.000 s)  reload of all modules (Operator-Startup)
because, 0.000 s earlier:
00:00:00.000 (+0.000 s)  values were changed by the files and the ConfigMap at the start (revision 2, ConfigMap version 1004)
because, 0.000 s earlier:
00:00:00.000 (+0.000 s)  the operator was started
)";
  const auto runs = R"(queue 'main' waits for the end of the run of module 'db', which began at 00:00:00.000 (+0.000 s)
it runs hook 'hooks/a.sh' of module 'db' for beforeHelm, since 00:00:00.000 (+0.000 s)
00:00:00.000 (+0.000 s)  run of module 'db' in queue main: not ended in this trace
)" + causes;
  CHECK(why(about::waiting, "main") == runs);
  CHECK(why(about::not_ready, "") == "the first converge has not come to its end\n" + runs);
  finish_running(1);
  CHECK(
    why(about::waiting, "main") ==
    R"(queue 'main' waits to try the run of module 'db' again, which has failed once, the last time at 00:00:00.000 (+0.000 s)
00:00:00.000 (+0.000 s)  run of module 'db' in queue main: failed in 0.000 s
    hook 'hooks/a.sh': cmd run: exit status 1
)" + causes);
  advance(1min);
  CHECK(why(about::waiting, "main")
          .starts_with("queue 'main' waits for nothing: its last task has ended at 00:00:05.000 (+5.000 s)\n"));
  CHECK(why(about::not_ready, "")
        == "a reload of all modules came to its end at 00:00:05.000 (+5.000 s): the operator is ready since then at "
           "the latest\n");
  CHECK(why(about::waiting, "side") == "no answer: this trace has no task of a queue 'side'; it has main");
}

TEST_CASE_FIXTURE(recorded_fixture,
                  "an operator that is not ready for want of a right names the watch that is refused") {
  hook("web/pods.sh", v1("kubernetes: [{name: pods, kind: Pod}]"));
  api().fail_next({{"GET", "/pods"}, simulation::refusal(403, "Forbidden"), 1000});
  start();
  advance(1s);
  const auto text = why(about::not_ready, "");
  CHECK_MESSAGE(text.find("watch of Pod, for hook 'hooks/pods.sh' of module 'web' is lost: ") != text.npos, text);
}

TEST_CASE_FIXTURE(recorded_fixture, "what is not in the trace is named, with what is there instead") {
  start();
  CHECK(why(about::run, "wbe") == "no answer: this trace has no run of a module or hook 'wbe'; did you mean web?");
  CHECK(why(about::run, "storage") == "no answer: this trace has no run of a module or hook 'storage'; it has web");
}

TEST_CASE_FIXTURE(recorded_fixture, "an edit that cannot be used is named beside the value that counts") {
  set_config("web", "replicas: 1\n");
  start();
  advance(10s);
  set_config("web", "replicas: [2\n");
  run();
  CHECK(why(about::value, "web.replicas")
          .find("since 00:00:10.000 (+10.000 s) section 'web' of the ConfigMap (version 1007) cannot be used, "
                "so that its last valid content counts; the log says why "
                "(config_section_invalid)\n")
        != std::string::npos);
  advance(10s);
  set_config("web", "replicas: 1\n");
  run();
  CHECK(why(about::value, "web.replicas").find("cannot be used") == std::string::npos);
}

TEST_CASE_FIXTURE(recorded_fixture, "a hook is found by the name of its file, if one hook has it") {
  hook("web/a.sh", v1("schedule: [{name: even, crontab: '*/2 * * * * *', queue: b}]"));
  start();
  advance(4s);
  CHECK(
    why(about::run, "a.sh").starts_with("00:00:04.000 (+4.000 s)  run of hook 'hooks/a.sh' of module 'web' for even"));
  CHECK(why(about::run, "a.sh") == why(about::run, "hooks/a.sh"));
}
