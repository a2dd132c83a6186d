#include "support/operator_fixture.hpp"

using test::operator_fixture;
using test::v1;
using namespace std::chrono_literals;

namespace {

constexpr auto chart_of_web = "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: web}\ndata: {a: b}\n";

} // namespace

TEST_CASE_FIXTURE(operator_fixture, "the first converge passes global hooks, discovery, modules and helm in order") {
  module("010-db");
  module("020-web");
  chart("web", chart_of_web);
  hook("global/all.sh", v1("onStartup: 1\nbeforeAll: 1\nafterAll: 1\nkubernetes: [{name: pods, kind: Pod}]"));
  hook("db/a.sh", v1("onStartup: 1\nbeforeHelm: 1\nafterHelm: 1"));
  hook("web/a.sh", v1("onStartup: 1\nbeforeHelm: 1\nafterHelm: 1\nkubernetes: [{name: pods, kind: Pod}]"));
  enabled_script("web");
  start();
  CHECK(take_journal()
        == "global/all.sh onStartup; global/all.sh pods:Synchronization; global/all.sh beforeAll; web/enabled; "
           "db/a.sh onStartup; db/a.sh beforeHelm; db/a.sh afterHelm; "
           "web/a.sh onStartup; web/a.sh pods:Synchronization; web/a.sh beforeHelm; helm upgrade web; "
           "web/a.sh afterHelm; global/all.sh afterAll");
  const auto state = describe();
  CHECK(state.first_reload_done);
  CHECK(state.problems.empty());
  CHECK(state.enabled_modules == std::vector<std::string>{"db", "web"});
  // Without a reason there are no requests.
  const auto requests = api().requests().size();
  advance(24h);
  CHECK(take_journal().empty());
  CHECK(api().requests().size() == requests);
}

TEST_CASE_FIXTURE(operator_fixture, "a platform without modules and hooks converges") {
  start();
  CHECK(describe().first_reload_done);
  CHECK(describe().problems.empty());
  CHECK(take_journal().empty());
}

TEST_CASE_FIXTURE(operator_fixture, "a failed hook is tried again after 5 s, then about 10 s, while later tasks wait") {
  module("010-db");
  module("020-web");
  hook("db/a.sh", v1("onStartup: 1"));
  hook("db/b.sh", v1("beforeHelm: 1"), [](test::hook_run& run) { run.failure = "no disk"; });
  hook("web/a.sh", v1("beforeHelm: 1"));
  start();
  CHECK(take_journal() == "db/a.sh onStartup; db/b.sh beforeHelm");
  REQUIRE(describe().problems.size() == 1);
  CHECK(log().find("no disk") != std::string::npos);
  CHECK_FALSE(describe().first_reload_done);
  advance(4999ms);
  CHECK(take_journal().empty());
  advance(1ms);
  CHECK_MESSAGE(take_journal() == "db/b.sh beforeHelm", "what has succeeded once per enabling is not repeated");
  advance(9999ms);
  CHECK(take_journal().empty());
  replay("db/b.sh", {});
  advance(1001ms); // the jitter is below a second
  CHECK(take_journal() == "db/b.sh beforeHelm; web/a.sh beforeHelm");
  CHECK(describe().problems.empty());
  CHECK(describe().first_reload_done);
}

TEST_CASE_FIXTURE(operator_fixture, "a failed chart is tried again from beforeHelm on") {
  module("web");
  chart("web", chart_of_web);
  hook("web/a.sh", v1("onStartup: 1\nbeforeHelm: 1\nafterHelm: 1\nkubernetes: [{name: pods, kind: Pod}]"));
  helm().fail_next("web", "the server is on fire");
  start();
  CHECK(take_journal() == "web/a.sh onStartup; web/a.sh pods:Synchronization; web/a.sh beforeHelm; helm upgrade web");
  REQUIRE(describe().problems.size() == 1);
  CHECK(log().find("the server is on fire") != std::string::npos);
  advance(5s);
  CHECK(take_journal() == "web/a.sh beforeHelm; helm upgrade web; web/a.sh afterHelm");
  CHECK(describe().problems.empty());
}

TEST_CASE_FIXTURE(operator_fixture, "a release that is as it should be is left alone after a restart of the operator") {
  module("web");
  chart("web", chart_of_web);
  start();
  CHECK(take_journal() == "helm upgrade web");
  const auto secret = api().object("Secret", namespace_name, "sh.helm.release.v1.web.v1");
  REQUIRE(secret);

  operator_fixture second;
  second.module("web");
  second.chart("web", chart_of_web);
  second.api().put_object(*secret);
  second.api().put_object(*api().object("ConfigMap", namespace_name, "web"));
  second.start();
  CHECK(second.take_journal().empty());
  CHECK(second.describe().first_reload_done);
}

TEST_CASE_FIXTURE(operator_fixture, "a module whose hooks do not configure stops no other, and readiness names it") {
  module("010-bad");
  module("020-web");
  hook("bad/a.sh", v1("beforeHelm: soon"));
  hook("web/a.sh", v1("beforeHelm: 1"));
  hook("global/all.sh", v1("afterAll: 1"));
  start();
  CHECK(take_journal() == "web/a.sh beforeHelm; global/all.sh afterAll");
  REQUIRE(describe().problems.size() == 1);
  CHECK(describe().problems.front().find("module 'bad'") != std::string::npos);
  CHECK(describe().problems.front().find("hook 'hooks/a.sh' --config: the configuration is not valid")
        != std::string::npos);
  CHECK(describe().first_reload_done);

  hooks().reconfigure("bad/a.sh", v1("beforeHelm: 1"));
  set_config("global", "a: 1\n");
  run();
  CHECK(take_journal() == "bad/a.sh beforeHelm; web/a.sh beforeHelm; global/all.sh afterAll");
  CHECK(describe().problems.empty());
}

TEST_CASE_FIXTURE(operator_fixture, "hooks that do not configure are not asked again with each of many edits") {
  module("010-bad");
  hook("bad/a.sh", v1("beforeHelm: soon"));
  start();
  const auto asked = [this] { return processes().started().size(); };
  const auto before = asked();
  for (int i = 0; i < 20; ++i) {
    set_config("bad", "a: " + std::to_string(i) + "\n");
    advance(100ms);
  }
  CHECK_MESSAGE(asked() == before + 1, "the first edit may have repaired it");
  advance(5s);
  CHECK_MESSAGE(asked() == before + 2, "so may the others");

  set_config("bad", "a: 20\n");
  run();
  hooks().reconfigure("bad/a.sh", v1("beforeHelm: 1"));
  advance(5s);
  CHECK_MESSAGE(take_journal() == "bad/a.sh beforeHelm", "it has not been forgotten meanwhile");
  CHECK(describe().problems.empty());
}

TEST_CASE_FIXTURE(operator_fixture, "edits do not make a module wait longer whose hooks do not configure") {
  module("010-bad");
  hook("bad/a.sh", v1("beforeHelm: soon"));
  start();
  for (int i = 0; i < 10; ++i) {
    set_config("bad", "a: " + std::to_string(i) + "\n");
    advance(6s);
  }
  hooks().reconfigure("bad/a.sh", v1("beforeHelm: 1"));
  advance(24s);
  CHECK_EQ(take_journal(), "bad/a.sh beforeHelm");
}

TEST_CASE_FIXTURE(operator_fixture, "hooks that do not configure are asked less and less often") {
  module("010-bad");
  hook("bad/a.sh", v1("beforeHelm: soon"));
  start();
  const auto before = processes().started().size();
  advance(30s + 60s + 120s);
  CHECK_EQ(processes().started().size(), before + 3);
  advance(239s);
  CHECK_EQ(processes().started().size(), before + 3);
}

TEST_CASE_FIXTURE(operator_fixture, "an enabled script that cannot be started is named once") {
  module("010-web");
  write("modules/010-web/enabled", "", true);
  start();
  REQUIRE(describe().problems.size() == 1);
  const auto problem = describe().problems.front();
  CAPTURE(problem);
  const auto path = problem.find("/modules/010-web/enabled");
  CHECK(path != std::string::npos);
  CHECK(path == problem.rfind("/modules/010-web/enabled"));
}

TEST_CASE_FIXTURE(operator_fixture,
                  "an enabled script that does not end is ended by the time limit of hooks, and tried again") {
  setup.hook_timeout = 30s;
  module("010-web");
  hook("web/a.sh", v1("beforeHelm: 1"));
  enabled_script("web", [](test::hook_run& run) { run.end = test::fake_end::goes_on(); });
  start();
  advance(29s);
  CHECK(processes().running().size() == 1);
  replay("web/enabled", {});
  advance(31s);
  CHECK(processes().running().empty());
  CHECK_MESSAGE(log().find("took longer than its time limit of 30 s") != std::string::npos, log());
  CHECK(take_journal() == "web/enabled; web/enabled; web/a.sh beforeHelm");
}

TEST_CASE_FIXTURE(operator_fixture, "what is being run has its name on the page of readiness") {
  module("010-web");
  hook("global/a.sh", v1("onStartup: 1"));
  hook("web/b.sh", v1("beforeHelm: 1"));
  for (const auto* name : {"global/a.sh", "web/b.sh"})
    replay(name, [](test::hook_run& run) { run.end = test::fake_end::goes_on(); });
  start();
  CHECK_MESSAGE(describe().running.starts_with("global hook 'a.sh' is being run since "), describe().running);
  replay("global/a.sh", {});
  finish_running();
  CHECK_MESSAGE(describe().running.starts_with("module 'web' is being run since "), describe().running);
}

TEST_CASE_FIXTURE(operator_fixture, "the removal of a release names its step: 6 for a disabled module, 7 for a purge") {
  module("010-web");
  write("modules/010-web/Chart.yaml", "name: web\n");
  write("modules/010-web/values.yaml", "webEnabled: false\n");
  for (const auto* name : {"web", "gone"}) helm().store({.name = name, .labels = {{"moduleChecksum", "x"}}});
  create_config_map();
  start();
  CHECK_MESSAGE(log().find("helm_finished step=6 module=web") != std::string::npos, log());
  CHECK_MESSAGE(log().find("helm_finished step=7 module=gone") != std::string::npos, log());
}
