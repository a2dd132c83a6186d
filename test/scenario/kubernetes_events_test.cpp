// Kubernetes Events inform people of failures and removals, and disturb no other work.
#include "support/debug_fixture.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

using test::debug_fixture;
using test::shows;
using test::v1;
using namespace std::chrono_literals;

namespace {

struct events_fixture : debug_fixture {
  events_fixture() {
    setup.has_kubernetes_events = true;
    setup.deployment = "the-operator";
    setup.retry = {5s, 30s};
    hook("web/a.sh", v1("beforeHelm: 1"));
    chart("web", "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: web}\ndata: {a: \"{{ .Values.web.a }}\"}\n");
    api().put_object(test::object_of("apps/v1", "Deployment", "the-operator", {}, namespace_name));
  }

  void fail() {
    replay("web/a.sh", [](test::hook_run& run) { run.failure = "hunter2"; });
  }
  /// The Events about the ConfigMap: `Warning ModuleFailed x2: text`, in the order of their names.
  std::vector<std::string> told(const std::string& kind = "ConfigMap") {
    std::vector<std::string> lines;
    for (const auto& x : api().objects("Event", namespace_name)) {
      const auto& about = *x.find("involvedObject");
      if (about.string_at("kind") != kind) continue;
      CHECK_FALSE(about.string_at("uid").value_or("").empty());
      lines.push_back(*x.string_at("type") + " " + *x.string_at("reason") + " x" + x.find("count")->dump() + ": "
                      + *x.string_at("message"));
    }
    return lines;
  }
  /// The reasons alone.
  std::vector<std::string> reasons() {
    std::vector<std::string> names;
    for (const auto& x : api().objects("Event", namespace_name))
      if (x.find("involvedObject")->string_at("kind") == "ConfigMap") names.push_back(*x.string_at("reason"));
    return names;
  }
  std::size_t kubernetes_event_requests() {
    const auto& all = api().requests();
    return static_cast<std::size_t>(
      std::count_if(all.begin(), all.end(), [](const auto& x) { return shows(x.target, "/events"); }));
  }
};

using names = std::vector<std::string>;

} // namespace

TEST_CASE_FIXTURE(events_fixture, "a platform that is well has no Event") {
  set_config("web", "a: 1\n");
  start();
  CHECK(kubernetes_event_requests() == 0);
}

TEST_CASE_FIXTURE(events_fixture, "a failed module and its recovery are told once each, about both objects") {
  set_config("web", "a: 1\n");
  fail();
  start();
  advance(2min);
  REQUIRE(told().size() == 1);
  CHECK_MESSAGE(told()[0].starts_with("Warning ModuleFailed x1: module 'web' has failed, and is tried again: hook "
                                      "'hooks/a.sh'"),
                told()[0]);
  CHECK_FALSE(shows(told()[0], "hunter2"));
  CHECK(told("Deployment") == told());
  replay("web/a.sh", {});
  advance(30s);
  CHECK(reasons() == names{"ModuleFailed", "ModuleRecovered"});
}

TEST_CASE_FIXTURE(events_fixture, "the same failure a second time raises the count of its Event") {
  set_config("web", "a: 1\n");
  for (int i = 0; i < 2; ++i) {
    fail();
    i == 0 ? start() : set_config("web", "a: 2\n");
    advance(1s);
    replay("web/a.sh", {});
    advance(30s);
  }
  CHECK(told().size() == 2);
  for (const auto& line : told()) CHECK_MESSAGE(shows(line, " x2: "), line);
}

TEST_CASE_FIXTURE(events_fixture, "the next operator begins new Events, because counts are kept in memory alone") {
  set_config("web", "a: 1\n");
  fail();
  start();
  advance(1s);
  stop();
  start();
  advance(1s);
  REQUIRE(told().size() == 2);
  for (const auto& line : told()) CHECK_MESSAGE(shows(line, "ModuleFailed x1: "), line);
}

TEST_CASE_FIXTURE(events_fixture, "an Event that the API server has removed meanwhile is made anew") {
  set_config("web", "a: 1\n");
  start();
  const auto fail_once = [&](const char* values) {
    fail();
    set_config("web", values);
    advance(1s);
    replay("web/a.sh", {});
    advance(30s);
  };
  fail_once("a: 2\n");
  for (const auto& x : api().objects("Event", namespace_name))
    api().delete_object("Event", namespace_name, *x.find("metadata")->string_at("name"));
  fail_once("a: 3\n");
  CHECK(reasons() == names{"ModuleFailed", "ModuleRecovered"});
}

TEST_CASE_FIXTURE(events_fixture, "sections, pauses and removals are told") {
  write("modules/010-web/openapi/config-values.yaml", "type: object\nproperties: {a: {type: integer}}\n");
  set_config("web", "a: 1\n");
  start();
  set_config("web", "a: text\n");
  run();
  set_config("web", "a: 2\n");
  run();
  CHECK(reasons() == names{"SectionRefused", "SectionRepaired"});
  CHECK(shows(told()[0], "values section 'web': "));
  order("/module/web/pause?reason=disk");
  order("/queue/main/pause");
  order("/queue/main/resume");
  order("/module/web/resume");
  set_config("webEnabled", "false");
  run();
  const auto all = reasons();
  CHECK(names(all.begin() + 2, all.end())
        == names{"ModulePaused", "QueuePaused", "QueueResumed", "ModuleResumed", "ReleaseRemoved"});
}

TEST_CASE_FIXTURE(events_fixture, "removals that are held are told") {
  for (const auto* name : {"gone", "lost"}) helm().store({.name = name, .labels = {{"moduleChecksum", "x"}}});
  set_config("web", "a: 1\n");
  start();
  CHECK(reasons() == names{"RemovalHeld"});
}

TEST_CASE_FIXTURE(events_fixture, "without the right to write Events all work goes on, and the right is named once") {
  api().put_between([](const kube::api::http_request& x) -> std::optional<base::result<kube::api::http_response>> {
    if (!shows(x.target, "/events")) return std::nullopt;
    return kube::api::http_response{
      .status = 403,
      .body =
        R"({"kind":"Status","apiVersion":"v1","status":"Failure","reason":"Forbidden","code":403,"message":)"
        R"("events is forbidden: User \"u\" cannot create resource \"events\" in API group \"\" in the namespace )"
        R"(\"addon-operator\""})",
      .target = x.target,
      .method = x.method};
  });
  set_config("web", "a: 1\n");
  fail();
  start();
  replay("web/a.sh", {});
  advance(30s);
  CHECK(describe().first_reload_done);
  CHECK(describe().problems.empty());
  const auto at = log().find("kubernetes_events_refused");
  REQUIRE(at != std::string::npos);
  CHECK(log().find("kubernetes_events_refused", at + 1) == std::string::npos);
  CHECK_MESSAGE(shows(log(), R"(resources: [\"events\"], verbs: [\"create\"])"), log());
}

TEST_CASE_FIXTURE(events_fixture, "what happens during an outage is told when the API server is back") {
  set_config("web", "a: 1\n");
  start();
  api().go_away({base::error_code::unavailable, "away"});
  order("/queue/main/pause");
  advance(10min);
  CHECK(reasons().empty());
  api().come_back();
  advance(2min);
  CHECK(reasons() == names{"QueuePaused"});
}

TEST_CASE_FIXTURE(events_fixture, "a proxy that never lets Events pass is asked a few times, and work goes on") {
  api().put_between([](const kube::api::http_request& x) -> std::optional<base::result<kube::api::http_response>> {
    if (!shows(x.target, "/events")) return std::nullopt;
    return kube::api::http_response{.status = 502, .body = "<html>", .target = x.target, .method = x.method};
  });
  set_config("web", "a: 1\n");
  fail();
  start();
  advance(10min);
  CHECK(kubernetes_event_requests() <= 3);
  replay("web/a.sh", {});
  advance(30s);
  CHECK(describe().problems.empty());
}

TEST_CASE_FIXTURE(events_fixture,
                  "a flood of failures writes few Events, and the next one says how many were left out") {
  set_config("web", "a: 1\n");
  start();
  for (int i = 0; i < 40; ++i) {
    order("/queue/main/pause?reason=" + std::string(i + 1, 'x'));
    order("/queue/main/resume");
  }
  CHECK(kubernetes_event_requests() <= 50);
  advance(2min);
  order("/queue/main/pause?reason=last");
  CHECK_MESSAGE(shows(told().back(), "left out before this: "), told().back());
}

TEST_CASE_FIXTURE(events_fixture, "Events are about the ConfigMap alone where the Deployment cannot be read") {
  api().delete_object("Deployment", namespace_name, "the-operator");
  set_config("web", "a: 1\n");
  fail();
  start();
  CHECK(reasons() == names{"ModuleFailed"});
  CHECK(told("Deployment").empty());
}

TEST_CASE_FIXTURE(events_fixture, "without the option no Event is written") {
  setup.has_kubernetes_events = false;
  set_config("web", "a: 1\n");
  fail();
  start();
  CHECK(kubernetes_event_requests() == 0);
}
