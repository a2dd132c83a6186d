#include "support/operator_fixture.hpp"

using test::operator_fixture;
using test::v1;
using namespace std::chrono_literals;

namespace {

/// A module with hooks that watch three kinds.
struct outage_fixture : operator_fixture {
  outage_fixture() {
    module("010-web");
    hook("web/pods.sh", v1("kubernetes: [{name: pods, kind: Pod}]"));
    hook("web/secrets.sh", v1("kubernetes: [{name: secrets, kind: Secret, namespace: {nameSelector: {matchNames: "
                              "[default]}}}]"));
    hook("web/nodes.sh", v1("kubernetes: [{name: nodes, kind: Node, queue: side}]"));
    start();
    watches = api().open_watches();
    static_cast<void>(take_journal());
  }

  void go_away() { api().go_away({base::error_code::unavailable, "no answer from https://api: Connection refused"}); }

  /// Lets time pass until a watch is open.
  void await_first_watch() {
    for (int i = 0; i < 1000 && api().open_watches() == 0; ++i) advance(100ms);
    REQUIRE_MESSAGE(api().open_watches() > 0, "no watch is open after 100 s: " << log());
  }
  [[nodiscard]] std::size_t count_logged(std::string_view text) const {
    std::size_t n = 0;
    for (auto at = log().find(text); at != std::string::npos; at = log().find(text, at + 1)) ++n;
    return n;
  }

  std::size_t watches = 0; ///< of hooks, the configuration and the releases
};

} // namespace

TEST_CASE_FIXTURE(outage_fixture, "after an outage all watches come back at once, and every change is reported once") {
  REQUIRE(watches >= 5);
  const auto reports = count_logged("WARN");
  go_away();
  advance(10min);
  api().put_object(test::object_of("v1", "Pod", "p"));
  api().put_object(test::object_of("v1", "Secret", "s"));
  api().put_object(test::object_of("v1", "Node", "n", {}, ""));
  set_config("web", "replicas: 2\n");
  CHECK(take_journal().empty());
  CHECK(count_logged("api_server_unreachable") == 1);
  CHECK_MESSAGE(count_logged("WARN") == reports + 1, log());

  api().come_back();
  await_first_watch();
  CHECK(api().open_watches() == watches);
  CHECK(count_logged("api_server_reachable") == 1);
  for (const auto* script : {"web/pods.sh", "web/secrets.sh", "web/nodes.sh"}) {
    CAPTURE(script);
    const auto runs = runs_of(script);
    REQUIRE(runs.size() == 2);
    CHECK(runs.back().reasons().find(":Added") != std::string::npos);
  }
  const auto journal = take_journal();
  advance(10min);
  CHECK_MESSAGE(take_journal().empty(), journal);
}

TEST_CASE_FIXTURE(outage_fixture, "an outage longer than the server's memory loses nothing either") {
  go_away();
  api().put_object(test::object_of("v1", "Pod", "p"));
  api().expire_history();
  advance(10min);
  api().come_back();
  await_first_watch();
  advance(5s);
  CHECK(api().open_watches() == watches);
  CHECK(runs_of("web/pods.sh").size() == 2);
}

TEST_CASE_FIXTURE(outage_fixture, "during an outage readiness names lost watches but does not fail") {
  go_away();
  advance(1min);
  const auto during = describe();
  CHECK(during.first_reload_done);
  REQUIRE_FALSE(during.problems.empty());
  CHECK(during.problems[0].find("watch of ") == 0);
  CHECK(during.problems.size() <= 6);
  api().come_back();
  advance(15s);
  CHECK(describe().problems.empty());
}

TEST_CASE_FIXTURE(outage_fixture, "watches of a module that is disabled are forgotten, and come anew with it") {
  const auto running = system().registry().running();
  set_config("webEnabled", "false");
  run();
  advance(1min);
  CHECK(api().open_watches() == watches - 3);
  CHECK(system().registry().running() == running - 3);
  set_config("webEnabled", "true");
  run();
  CHECK(api().open_watches() == watches);
  api().put_object(test::object_of("v1", "Pod", "p"));
  run();
  CHECK(last_run("web/pods.sh").reasons() == "pods:Added");
}

TEST_CASE_FIXTURE(operator_fixture, "objects of a release whose record cannot be read at the start are watched later") {
  module("010-web");
  chart("web", "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: web}\ndata: {a: b}\n");
  operator_fixture before;
  before.module("010-web");
  before.chart("web", "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: web}\ndata: {a: b}\n");
  before.start();
  for (const auto* kind : {"Secret", "ConfigMap"})
    for (const auto& object : before.api().objects(kind, namespace_name)) api().put_object(object);
  api().fail_next({{"GET", "/secrets/sh.helm.release.v1.web.v1"}});
  start();
  advance(1min);
  CHECK_MESSAGE(take_journal().empty(), "nothing has changed");
  api().delete_object("ConfigMap", namespace_name, "web");
  run();
  CHECK(take_journal() == "helm upgrade web");
}

TEST_CASE_FIXTURE(operator_fixture, "tasks that failed in an outage are tried again as soon as it is over") {
  module("010-web");
  hook("web/tick.sh", v1("kubernetes: [{name: pods, kind: Pod}]\n"
                         "schedule: [{name: tick, crontab: '* * * * *', queue: side}]"));
  start();
  replay("web/tick.sh", [](test::hook_run& run) { run.failure = "the API server does not answer"; });
  api().go_away({base::error_code::unavailable, "no answer from https://api: Connection refused"});
  advance(10min);
  replay("web/tick.sh", {});
  static_cast<void>(take_journal());
  const auto runs_before = runs_of("web/tick.sh").size();
  api().come_back();
  for (int i = 0; i < 1000 && api().open_watches() == 0; ++i) advance(100ms);
  CHECK(runs_of("web/tick.sh").size() == runs_before + 1);
}
