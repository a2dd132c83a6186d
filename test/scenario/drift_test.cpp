// Fields of releases that another client has changed: found, shown and set back.
#include "support/operator_fixture.hpp"

#include <doctest/doctest.h>

#include <string>
#include <string_view>

using test::operator_fixture;
using namespace std::chrono_literals;

namespace {

bool shows(std::string_view text, std::string_view part) {
  return text.find(part) != std::string_view::npos;
}

std::size_t times(std::string_view text, std::string_view part) {
  std::size_t n = 0;
  for (auto at = text.find(part); at != text.npos; at = text.find(part, at + 1)) ++n;
  return n;
}

struct drift_fixture : operator_fixture {
  drift_fixture() {
    module("010-web");
    chart("web", "apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: web}\nspec: {replicas: 2, paused: false}\n");
    module("020-next");
    chart("next", "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: next}\ndata: {a: b}\n");
  }

  [[nodiscard]] text::json deployment() { return *api().object("Deployment", namespace_name, "web"); }
  [[nodiscard]] std::int64_t replicas() { return *deployment().find("spec")->find("replicas")->as_int(); }

  /// Sets the number of replicas as `kubectl scale` does; all are available.
  void scale(int to, const std::string& manager = "kubectl", const std::string& subresource = "scale") {
    const auto now = deployment();
    const auto entry =
      text::parse_json(R"([{"manager":")" + manager + R"(","operation":"Update","subresource":")" + subresource
                       + R"(","time":"2026-11-26T03:00:)" + std::to_string(10 + writes_++)
                       + R"(Z","fieldsV1":{"f:spec":{"f:replicas":{}}}}])");
    api().put_object(now.with("metadata", now.find("metadata")->with("managedFields", *entry))
                       .with("spec", now.find("spec")->with("replicas", to))
                       .with("status", text::json::object({{"availableReplicas", to}})));
    run();
  }
  void make_available() {
    api().put_object(deployment().with("status", text::json::object({{"availableReplicas", replicas()}})));
    run();
  }
  void begin() {
    start();
    make_available();
    static_cast<void>(take_journal());
  }
  std::string problems() {
    std::string text;
    for (const auto& line : describe().problems) text += line + "\n";
    return text;
  }
  std::size_t requests(const std::string& method, const std::string& part) {
    std::size_t n = 0;
    for (const auto& x : api().requests()) n += x.method == method && shows(x.target, part);
    return n;
  }

private:
  int writes_ = 0;
};

constexpr auto problem = "release 'web' differs from its chart: addon-operator/Deployment/web: spec.replicas, changed "
                         "by kubectl at 2026-11-26 03:00:10\n";

} // namespace

TEST_CASE_FIXTURE(drift_fixture,
                  "a field that a person changes is a problem, is counted, and is shown with its values") {
  begin();
  const auto quiet = debug_page("/module/drift.text");
  CHECK(quiet.exit_code == 0);
  CHECK(quiet.body == "No drift: the objects are as their charts have them.\n");
  CHECK(shows(debug_page("/status.text").body, "All is well.\n"));
  CHECK(shows(metrics_text(), "addon_operator_module_drifted_objects{module=\"web\"} 0\n"));

  scale(5);
  CHECK_EQ(problems(), problem);
  CHECK(
    shows(log(), "drift_found module=web object=addon-operator/Deployment/web fields=spec.replicas manager=kubectl"));
  CHECK(shows(metrics_text(), "addon_operator_module_drifted_objects{module=\"web\"} 1\n"));
  const auto status = debug_page("/status.text");
  CHECK(status.exit_code == 2);
  CHECK_MESSAGE(shows(status.body, "not well: 1 object differs from the chart (problem 1)\n"), status.body);
  CHECK_MESSAGE(shows(status.body, "take it back: `kubectl -n addon-operator patch deployment web --type merge -p"),
                status.body);
  CHECK(shows(debug_page("/status.json").body, R"("driftedObjects":1)"));
  for (const auto* page : {"/module/drift.text", "/module/web/drift.text"}) {
    const auto drift = debug_page(page);
    CHECK(drift.exit_code == 2);
    CHECK_EQ(drift.body,
             "web: chart -> cluster\n  addon-operator/Deployment/web\n    spec.replicas: 2 -> 5  by kubectl "
             "at 2026-11-26 03:00:10\n");
  }
  CHECK(debug_page("/module/next/drift.json").body == R"({"modules":[]})");
  CHECK(debug_page("/module/nex/drift.json").status == 404);
  CHECK_EQ(take_journal(), "");

  advance(10s);
  scale(2);
  CHECK_EQ(problems(), "");
  CHECK(shows(log(),
              "INFO drift_over module=web object=addon-operator/Deployment/web fields=spec.replicas manager=kubectl "
              "reason=\"a client has taken the change back"));
  CHECK(shows(debug_page("/status.text").body, "All is well.\n"));
}

TEST_CASE_FIXTURE(drift_fixture, "an upgrade that resets a change of another client says so") {
  setup.repair_drift = core::releases::drift_mode::warn;
  begin();
  scale(5);
  SUBCASE("while running") {
    chart("web", "apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: web}\nspec: {replicas: 2, paused: true}\n");
    set_config("web", "a: 1");
    run();
    advance(10s);
    CHECK_MESSAGE(shows(log(), "WARN drift_over module=web object=addon-operator/Deployment/web fields=spec.replicas "
                               "manager=kubectl reason=\"an upgrade of the release has reset the fields\""),
                  log());
  }
  SUBCASE("after a start") {
    stop();
    chart("web", "apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: web}\nspec: {replicas: 2, paused: true}\n");
    start();
    CHECK_MESSAGE(shows(log(), "WARN release_values_reset module=web object=addon-operator/Deployment/web "
                               "fields=spec.replicas manager=kubectl"),
                  log());
  }
  std::string removals;
  for (const auto& line : describe().removals) removals += line + "\n";
  CHECK_MESSAGE(shows(removals, "has reset changes of other clients to the values of its chart: "
                                "addon-operator/Deployment/web: spec.replicas, changed by kubectl"),
                removals);
}

TEST_CASE_FIXTURE(drift_fixture, "a key of the chart that a client has removed is found, and set back in mode repair") {
  setup.repair_drift = core::releases::drift_mode::warn;
  SUBCASE("warn") {}
  SUBCASE("repair") {
    setup.repair_drift = core::releases::drift_mode::repair;
  }
  begin();
  const auto edit = [&](const char* data, const char* fields) {
    const auto now = *api().object("ConfigMap", namespace_name, "next");
    const auto entries =
      text::parse_json(std::string(R"([{"manager":"helm","operation":"Update","fieldsV1":)") + fields + "}]");
    api().put_object(now.with("metadata", now.find("metadata")->with("managedFields", *entries))
                       .with("data", *text::parse_json(data)));
    run();
  };
  edit(R"({"a":"b"})", R"({"f:data":{"f:a":{}}})");
  advance(20s);
  CHECK_EQ(problems(), "");
  edit("{}", R"({"f:data":{}})");
  advance(20s);
  const auto after = api().object("ConfigMap", namespace_name, "next")->find("data")->string_at("a");
  if (setup.repair_drift == core::releases::drift_mode::repair) {
    CHECK_EQ(after, "b");
    CHECK_EQ(problems(), "");
  } else {
    CHECK_FALSE(after);
    CHECK_EQ(problems(), "release 'next' differs from its chart: addon-operator/ConfigMap/next: data.a, changed by "
                         "another client\n");
  }
}

TEST_CASE_FIXTURE(drift_fixture, "an autoscaler, and a client that writes other fields, are no drift") {
  begin();
  const auto reads = requests("GET", "/deployments/web");
  scale(5, "kube-controller-manager");
  scale(6, "keda-operator");
  CHECK_MESSAGE(requests("GET", "/deployments/web") == reads, "nothing is read for them");
  CHECK_EQ(problems(), "");
}

TEST_CASE_FIXTURE(drift_fixture, "a client that writes all the time causes few reads") {
  begin();
  const auto reads = requests("GET", "/deployments/web");
  for (int i = 0; i < 20; ++i) {
    scale(3 + i);
    advance(1s);
  }
  CHECK(requests("GET", "/deployments/web") - reads <= 4);
  advance(10s);
  CHECK_MESSAGE(shows(debug_page("/module/drift.text").body, "spec.replicas: 2 -> 22"), "the last write is not lost");
  CHECK(shows(problems(), "03:00:29"));
}

TEST_CASE_FIXTURE(drift_fixture, "a release whose rest is over waits for the comparison of another release") {
  begin();
  scale(5);
  api().hold({"GET", "/configmaps/next"});
  const auto now = *api().object("ConfigMap", namespace_name, "next");
  const auto entries =
    text::parse_json(R"([{"manager":"kubectl-edit","operation":"Update","time":"2026-11-26T03:00:00Z",)"
                     R"("fieldsV1":{"f:data":{"f:a":{}}}}])");
  api().put_object(now.with("metadata", now.find("metadata")->with("managedFields", *entries))
                     .with("data", text::json::object({{"a", "c"}})));
  run();
  scale(6);
  advance(15s);
  CHECK_FALSE(shows(problems(), "release 'next'"));
  api().release();
  advance(1s);
  CHECK_MESSAGE(shows(problems(), "release 'next'"), problems());
  CHECK(shows(debug_page("/module/drift.text").body, "spec.replicas: 2 -> 6"));
}

TEST_CASE_FIXTURE(drift_fixture, "a field that was changed while no operator ran is found at the start") {
  begin();
  stop();
  scale(5);
  start();
  CHECK_EQ(problems(), problem);
}

TEST_CASE_FIXTURE(drift_fixture, "in mode off nothing is compared") {
  setup.repair_drift = core::releases::drift_mode::off;
  begin();
  const auto reads = requests("GET", "/deployments/web");
  scale(5);
  CHECK_EQ(problems(), "");
  CHECK(requests("GET", "/deployments/web") == reads);
  const auto drift = debug_page("/module/drift.text");
  CHECK(drift.status == 409);
  CHECK(shows(drift.body, "--repair-drift off"));
}

TEST_CASE_FIXTURE(drift_fixture, "in mode repair the module runs, and the field gets the value of the chart") {
  setup.repair_drift = core::releases::drift_mode::repair;
  begin();
  scale(5);
  CHECK_EQ(replicas(), 2);
  CHECK_MESSAGE(helm().revision("web") == 1, "a repair needs no revision");
  CHECK(shows(log(), "drift_repaired module=web object=addon-operator/Deployment/web fields=spec.replicas"));
  CHECK(shows(log(), "drift_over module=web"));
  CHECK_EQ(problems(), "");
  CHECK(deployment().find("metadata")->find("managedFields") != nullptr);
}

TEST_CASE_FIXTURE(drift_fixture, "a client that changes a field again and again is named, and repairs have pauses") {
  setup.repair_drift = core::releases::drift_mode::repair;
  begin();
  for (int i = 0; i < 2; ++i) {
    scale(5);
    advance(10s);
    CHECK_EQ(replicas(), 2);
  }
  scale(5);
  CHECK_EQ(replicas(), 5);
  CHECK_MESSAGE(shows(problems(), "for the 3. time; it is set back after 10 s now: find out why kubectl changes it"),
                problems());
  advance(10s);
  CHECK_EQ(replicas(), 2);
  advance(10s);
  scale(5);
  advance(19s);
  CHECK_EQ(replicas(), 5);
  advance(1s);
  CHECK_EQ(replicas(), 2);
  CHECK_EQ(times(log(), "drift_repaired "), 4);
}

TEST_CASE_FIXTURE(drift_fixture, "a paused module is not repaired before its pause ends") {
  setup.repair_drift = core::releases::drift_mode::repair;
  begin();
  CHECK(debug_order("/module/web/pause").status == 200);
  scale(5);
  advance(1h);
  CHECK_EQ(replicas(), 5);
  CHECK_MESSAGE(shows(problems(), "spec.replicas, changed by kubectl"), problems());
  CHECK(debug_order("/module/web/resume").status == 200);
  run();
  CHECK_EQ(replicas(), 2);
}

TEST_CASE_FIXTURE(drift_fixture, "a repair that the API server refuses is tried again later, and said") {
  setup.repair_drift = core::releases::drift_mode::repair;
  begin();
  api().fail_next(
    {{"PATCH", "/deployments/web"},
     kube::api::http_response{.status = 403, .body = R"({"kind":"Status","message":"you may not","code":403})"},
     3});
  scale(5);
  CHECK(shows(log(), "drift_repair_failed module=web object=addon-operator/Deployment/web error="));
  CHECK(shows(problems(), "spec.replicas"));
  CHECK_EQ(replicas(), 5);
  advance(1min);
  CHECK_EQ(replicas(), 2);
  CHECK_EQ(problems(), "");
}

TEST_CASE_FIXTURE(drift_fixture, "a workload that is not available is named, with the next step") {
  start();
  auto status = debug_page("/status.text");
  CHECK(status.exit_code == 2);
  CHECK_MESSAGE(shows(status.body, "release 'web': addon-operator/Deployment/web is not available: 0 of 2 replicas are "
                                   "available"),
                status.body);
  CHECK(shows(status.body, "`kubectl -n addon-operator describe deployment web`"));
  make_available();
  status = debug_page("/status.text");
  CHECK_MESSAGE(shows(status.body, "All is well.\n"), status.body);
}

TEST_CASE_FIXTURE(drift_fixture, "a Pod of a workload that is not available says why") {
  chart("web", "apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: web}\n"
               "spec: {replicas: 2, selector: {matchLabels: {app: web}}}\n");
  const auto put_pod = [&](const std::string& name, const std::string& app, const std::string& reason) {
    api().put_object(*text::parse_json(
      R"({"apiVersion":"v1","kind":"Pod","metadata":{"namespace":"addon-operator","name":")" + name
      + R"(","labels":{"app":")" + app + R"("}},"status":{"containerStatuses":[{"name":"main","image":"web:2",
        "state":{"waiting":{"reason":")"
      + reason + R"(","message":"not found"}}}]}})"));
  };
  put_pod("db-0", "db", "CreateContainerConfigError");
  put_pod("web-0", "web", "ImagePullBackOff");
  start();
  const auto status = debug_page("/status.text");
  CHECK_MESSAGE(shows(status.body, "0 of 2 replicas are available; the image of container 'main' of Pod web-0 cannot "
                                   "be pulled:"),
                status.body);
  CHECK(shows(status.body, "the registry has no image 'web:2': put the former tag back in the values"));
  // Without the right to list Pods the fault is told without them.
  api().fail_next(
    {{"GET", "/pods"},
     kube::api::http_response{.status = 403, .body = R"({"kind":"Status","message":"you may not","code":403})"},
     1});
  CHECK(shows(debug_page("/status.text").body, "`kubectl -n addon-operator describe deployment web`"));
}
