#include "support/operator_fixture.hpp"

using test::operator_fixture;
using test::v1;
using namespace std::chrono_literals;

namespace {

constexpr auto chart_of_web = "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: web}\ndata: {a: b}\n";

/// A hook with a first run that goes on until the test ends it.
test::hook_script goes_on_once() {
  return [done = std::make_shared<bool>()](test::hook_run& run) {
    if (!std::exchange(*done, true)) run.end = test::fake_end::goes_on();
  };
}

/// The module `db` runs before `old` and `young`, so a long run of its hook holds the reload in the middle.
struct reload_fixture : operator_fixture {
  reload_fixture() {
    module("010-db");
    module("020-old");
    module("030-young", "youngEnabled: false\n");
    hook("global/all.sh", v1("beforeAll: 1\nafterAll: 1"));
    hook("db/a.sh", v1("beforeHelm: 1"));
    hook("old/a.sh", v1("beforeHelm: 1\nafterDeleteHelm: 1"));
    hook("young/a.sh", v1("onStartup: 1\nbeforeHelm: 1\nkubernetes: [{name: pods, kind: Pod}]"));
    chart("old", chart_of_web);
  }
};

} // namespace

TEST_CASE_FIXTURE(reload_fixture, "a new reason in the middle of a reload loses no deletion and no start of a module") {
  start();
  static_cast<void>(take_journal());
  replay("db/a.sh", goes_on_once());
  set_config({{"oldEnabled", "false"}, {"youngEnabled", "true"}});
  run();
  CHECK_MESSAGE(take_journal() == "global/all.sh beforeAll; db/a.sh beforeHelm", "the reload is in the middle");

  set_config("global", "a: 1\n");
  run();
  CHECK(take_journal().empty());
  finish_running();
  CHECK(take_journal()
        == "global/all.sh beforeAll; db/a.sh beforeHelm; young/a.sh onStartup; young/a.sh pods:Synchronization; "
           "young/a.sh beforeHelm; helm uninstall old; old/a.sh afterDeleteHelm; global/all.sh afterAll");
  CHECK(describe().enabled_modules == std::vector<std::string>{"db", "young"});
}

TEST_CASE_FIXTURE(reload_fixture, "a module that is enabled and disabled within one reload is not started") {
  start();
  static_cast<void>(take_journal());
  replay("db/a.sh", goes_on_once());
  set_config("youngEnabled", "true");
  run();
  static_cast<void>(take_journal());
  set_config("youngEnabled", "false");
  run();
  finish_running();
  CHECK(take_journal() == "global/all.sh beforeAll; db/a.sh beforeHelm; old/a.sh beforeHelm; global/all.sh afterAll");
  CHECK(runs_of("young/a.sh").empty());
}

TEST_CASE_FIXTURE(reload_fixture, "a module that is disabled and enabled within one reload is not deleted") {
  start();
  static_cast<void>(take_journal());
  replay("db/a.sh", goes_on_once());
  set_config("oldEnabled", "false");
  run();
  set_config("oldEnabled", "true");
  run();
  finish_running();
  CHECK(take_journal()
        == "global/all.sh beforeAll; db/a.sh beforeHelm; global/all.sh beforeAll; db/a.sh beforeHelm; "
           "old/a.sh beforeHelm; global/all.sh afterAll");
  CHECK(helm().revision("old") == 1);
}

namespace {

/// The module `old` has hooks for events in separate queues.
struct events_fixture : reload_fixture {
  events_fixture() {
    hook("old/pods.sh", v1("kubernetes: [{name: pods, kind: Pod, queue: side}]\n"
                           "schedule: [{name: tick, crontab: '* * * * * *', queue: clock}]"));
  }

  void put_pod(const std::string& name) { api().put_object(test::object_of("v1", "Pod", name)); }
  /// Holds the reload between the discovery that disables `old` and the deletion of `old`.
  void disable_old() {
    start();
    static_cast<void>(take_journal());
    replay("db/a.sh", goes_on_once());
    set_config("oldEnabled", "false");
    run();
    REQUIRE(take_journal() == "global/all.sh beforeAll; db/a.sh beforeHelm");
  }
  /// Lets a hook of `old` for events run until the test ends it; the deletion is the next task in `main`.
  void disable_old_while_a_hook_runs() {
    start();
    static_cast<void>(take_journal());
    replay("old/pods.sh", [](test::hook_run& run) {
      if (run.reasons() == "pods:Added") run.end = test::fake_end::goes_on();
    });
    put_pod("p");
    run();
    set_config("oldEnabled", "false");
    run();
  }
};

} // namespace

TEST_CASE_FIXTURE(events_fixture, "the hooks of a module run on no event once it is found to be disabled") {
  disable_old();
  put_pod("p");
  advance(3s);
  CHECK(take_journal().empty());
  finish_running();
  CHECK(take_journal() == "helm uninstall old; old/a.sh afterDeleteHelm; global/all.sh afterAll");
}

TEST_CASE_FIXTURE(events_fixture, "a module that is enabled again before its deletion has lost no event") {
  disable_old();
  put_pod("p");
  run();
  put_pod("q");
  run();
  set_config("oldEnabled", "true");
  run();
  CHECK(take_journal().empty());
  finish_running();
  const auto runs = runs_of("old/pods.sh");
  std::string reasons;
  for (const auto& x : runs) reasons += x.reasons() + "; ";
  CHECK(reasons == "pods:Synchronization; pods:Added; pods:Added; ");
}

TEST_CASE_FIXTURE(events_fixture, "a deletion begins after the hooks of the module that still run") {
  disable_old_while_a_hook_runs();
  CHECK(take_journal() == "old/pods.sh pods:Added; global/all.sh beforeAll; db/a.sh beforeHelm");
  finish_running();
  CHECK(take_journal() == "helm uninstall old; old/a.sh afterDeleteHelm; global/all.sh afterAll");
}

TEST_CASE_FIXTURE(events_fixture, "a module that is enabled again while its deletion waits is not deleted") {
  disable_old_while_a_hook_runs();
  CHECK_EQ(take_journal(), "old/pods.sh pods:Added; global/all.sh beforeAll; db/a.sh beforeHelm");
  set_config("oldEnabled", "true");
  run();
  finish_running();
  CHECK_EQ(take_journal(), "global/all.sh beforeAll; db/a.sh beforeHelm; old/a.sh beforeHelm; global/all.sh afterAll");
}

TEST_CASE_FIXTURE(reload_fixture, "a new reason replaces the wait of a failed task of the reload") {
  start();
  static_cast<void>(take_journal());
  replay("db/a.sh", [](test::hook_run& run) { run.failure = "no disk"; });
  set_config("global", "a: 1\n");
  run();
  CHECK(take_journal() == "global/all.sh beforeAll; db/a.sh beforeHelm");
  replay("db/a.sh", {});
  set_config("global", "a: 2\n");
  run();
  CHECK(take_journal()
        == "global/all.sh beforeAll; db/a.sh beforeHelm; old/a.sh beforeHelm; helm template old; "
           "global/all.sh afterAll");
  CHECK(describe().problems.empty());
}

TEST_CASE_FIXTURE(reload_fixture, "a task of a reload that fails after a new reason has come is left to the new plan") {
  replay("global/all.sh", [](test::hook_run& run) {
    if (run.reasons() == "afterAll") run.end = test::fake_end::goes_on();
  });
  start();
  static_cast<void>(take_journal());
  set_config("oldEnabled", "false");
  run();
  CHECK_MESSAGE(take_journal().empty(), "the afterAll hook goes on");
  replay("global/all.sh", {});
  finish_running(1);
  CHECK(take_journal()
        == "global/all.sh beforeAll; db/a.sh beforeHelm; helm uninstall old; "
           "old/a.sh afterDeleteHelm; global/all.sh afterAll");
}

TEST_CASE_FIXTURE(operator_fixture, "a disabled module is deleted, and starts anew when it is enabled again") {
  module("010-web");
  chart("web", chart_of_web);
  hook("web/a.sh", v1("onStartup: 1\nbeforeHelm: 1\nafterDeleteHelm: 1\nkubernetes: [{name: pods, kind: Pod}]"));
  api().put_object(test::object_of("v1", "Pod", "p"));
  const std::string start_of_web =
    "web/a.sh onStartup; web/a.sh pods:Synchronization; web/a.sh beforeHelm; helm upgrade web";
  start();
  CHECK(take_journal() == start_of_web);
  for (int i = 0; i < 2; ++i) {
    set_config("webEnabled", "false");
    run();
    CHECK(take_journal() == "helm uninstall web; web/a.sh afterDeleteHelm");
    CHECK(describe().enabled_modules.empty());
    CHECK(helm().revision("web") == 0);
    set_config("webEnabled", "true");
    run();
    CHECK(take_journal() == start_of_web);
    CHECK(describe().enabled_modules == std::vector<std::string>{"web"});
  }
  // Each event reaches the hook once, because earlier monitors are gone.
  api().put_object(test::object_of("v1", "Pod", "q"));
  run();
  CHECK(take_journal() == "web/a.sh pods:Added");
}

TEST_CASE_FIXTURE(operator_fixture, "a module that was released before the start and is disabled is deleted once") {
  module("010-web", "webEnabled: false\n");
  hook("web/a.sh", v1("onStartup: 1\nafterDeleteHelm: 1"));
  helm().store({.name = "web", .labels = {{"moduleChecksum", "x"}}});
  create_config_map();
  start();
  CHECK(take_journal() == "helm uninstall web; web/a.sh afterDeleteHelm");
  set_config("global", "a: 1\n");
  run();
  CHECK(take_journal().empty());
}

TEST_CASE_FIXTURE(operator_fixture,
                  "a deletion that fails is tried again, and nothing that has succeeded is repeated") {
  module("010-web");
  chart("web", chart_of_web);
  hook("web/a.sh", v1("beforeDeleteHelm: 1"));
  hook("web/b.sh", v1("afterDeleteHelm: 1"));
  start();
  static_cast<void>(take_journal());
  replay("web/b.sh", [](test::hook_run& run) { run.failure = "no disk"; });
  set_config("webEnabled", "false");
  run();
  CHECK(take_journal() == "web/a.sh beforeDeleteHelm; helm uninstall web; web/b.sh afterDeleteHelm");
  replay("web/b.sh", {});
  advance(5s);
  CHECK(take_journal() == "web/b.sh afterDeleteHelm");
}

TEST_CASE_FIXTURE(operator_fixture, "the sources of flags override each other in the order that was asked for") {
  module("010-web", "webEnabled: true\n");
  module("020-db", "dbEnabled: false\n");
  set_config({{"webEnabled", "false"}, {"dbEnabled", "true"}});
  setup.flag_order = *core::values::parse_flag_order("KubeConfig,Static,ScriptEnabled");
  start();
  CHECK(describe().enabled_modules == std::vector<std::string>{"web"});
}
