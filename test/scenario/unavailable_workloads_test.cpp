// Why workloads are not available: Pods, Events about them, and nodes.
#include "support/operator_fixture.hpp"

#include <doctest/doctest.h>

#include <sstream>
#include <string>
#include <string_view>

using test::operator_fixture;
using namespace std::chrono_literals;

namespace {

/// Compares by words, because the screen breaks lines.
bool shows(std::string_view text, std::string_view part) {
  std::istringstream words{std::string(text)};
  std::string all;
  for (std::string word; words >> word;) all.append(all.empty() ? "" : " ").append(word);
  return all.find(part) != std::string::npos;
}

struct workload_fixture : operator_fixture {
  void put(const std::string& object) {
    const auto read = text::parse_json(object);
    REQUIRE_MESSAGE(read, object);
    api().put_object(*read);
  }
  void put_pod(const std::string& name, const std::string& app, const std::string& status,
               const std::string& metadata = "") {
    put(R"({"apiVersion":"v1","kind":"Pod","metadata":{"namespace":"addon-operator","name":")" + name
        + R"(","labels":{"app":")" + app + R"("})" + metadata + R"(},"spec":{"nodeName":"worker-7"},"status":{)"
        + status + "}}");
  }
  void put_waiting_pod(const std::string& name, const std::string& app, const std::string& reason) {
    put_pod(name, app,
            R"("containerStatuses":[{"name":"main","image":"web:2","state":{"waiting":{"reason":")" + reason
              + R"(","message":"not found"}}}])");
  }
  void put_warning(const std::string& kind, const std::string& name, const std::string& reason,
                   const std::string& message) {
    const auto number = std::to_string(++events_);
    put(R"({"apiVersion":"v1","kind":"Event","metadata":{"namespace":"addon-operator","name":")" + name + "." + number
        + R"("},"type":"Warning","lastTimestamp":"2026-01-01T00:00:0)" + number + R"(Z","reason":")" + reason
        + R"(","message":")" + message + R"(","involvedObject":{"kind":")" + kind + R"(","name":")" + name + "\"}}");
  }
  void refuse(const std::string& place) {
    api().fail_next(
      {{"GET", place},
       kube::api::http_response{.status = 403, .body = R"({"kind":"Status","message":"you may not","code":403})"},
       1});
  }
  std::string status() { return debug_page("/status.text").body; }

private:
  int events_ = 0;
};

std::string workload(const std::string& kind, const std::string& name) {
  return "apiVersion: apps/v1\nkind: " + kind + "\nmetadata: {name: " + name
         + "}\nspec: {replicas: 1, selector: " + "{matchLabels: {app: " + name + "}}}\n";
}

} // namespace

TEST_CASE_FIXTURE(workload_fixture, "a warning about a workload without Pods says why, if it may be read") {
  module("010-logs");
  chart("logs", workload("StatefulSet", "logs"));
  put_warning("StatefulSet", "logs", "FailedCreate",
              R"(pods \"logs-0\" is forbidden: violates PodSecurity \"restricted:latest\": runAsNonRoot != true)");
  put_warning("StatefulSet", "other", "FailedCreate", "of another object");
  start();
  const auto text = status();
  CHECK_MESSAGE(
    shows(text,
          "0 of 1 replica is available; FailedCreate at 2026-01-01 00:00:01: pods \"logs-0\" is forbidden: violates "
          "PodSecurity"),
    text);
  CHECK_MESSAGE(shows(text, "the namespace accepts only Pods of the level restricted"), text);
  refuse("/events");
  CHECK(shows(status(), "`kubectl -n addon-operator describe statefulset logs`, then its Pods and their events"));
}

TEST_CASE_FIXTURE(workload_fixture, "a warning about a Pod that does not begin or is not ready says why") {
  module("010-api");
  chart("api", workload("Deployment", "api"));
  put_waiting_pod("api-1", "api", "ContainerCreating");
  put_warning("Pod", "api-1", "FailedMount",
              R"(MountVolume.SetUp failed for volume \"tls\" : secret \"api-tls\" not found)");
  start();
  auto text = status();
  CHECK_MESSAGE(
    shows(
      text,
      "FailedMount at 2026-01-01 00:00:01: MountVolume.SetUp failed for volume \"tls\" : secret \"api-tls\" not found"),
    text);
  CHECK_MESSAGE(shows(text, "the Secret api-tls is missing"), text);
  put_pod("api-1", "api", R"("containerStatuses":[{"name":"main","ready":false,"state":{"running":{}}}])");
  put_warning("Pod", "api-1", "Unhealthy", "Readiness probe failed: HTTP probe failed with statuscode: 503");
  text = status();
  CHECK_MESSAGE(shows(text,
                      "Pod api-1 runs and is not ready; Unhealthy at 2026-01-01 00:00:02: Readiness probe failed: "
                      "HTTP probe failed with statuscode: 503"),
                text);
}

TEST_CASE_FIXTURE(workload_fixture, "a Pod that does not end is told with its node") {
  module("010-db");
  chart("db", workload("StatefulSet", "db"));
  put_pod("db-0", "db", R"("phase":"Running")", R"(,"deletionTimestamp":"2020-01-01T00:00:00Z")");
  put(R"({"apiVersion":"v1","kind":"Node","metadata":{"name":"worker-7"},"status":{"conditions":[{"type":"Ready",
    "status":"Unknown","message":"Kubelet stopped posting node status.",
    "lastTransitionTime":"2020-01-01T00:00:00Z"}]}})");
  start();
  const auto text = status();
  CHECK_MESSAGE(shows(text, "its node worker-7 does not confirm its end; node worker-7 is not ready since 2020-01-01 "
                            "00:00:00: Kubelet stopped posting node status."),
                text);
  CHECK_MESSAGE(shows(text, "a Pod of a StatefulSet moves to another node only after that"), text);
  refuse("/nodes/worker-7");
  CHECK(shows(status(), "`kubectl -n addon-operator describe pod db-0` shows its events"));
}

TEST_CASE_FIXTURE(workload_fixture, "while Helm works on a release, a fault of a new workload is told") {
  module("010-web");
  chart("web", "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: web}\n");
  helm().on_run = [&, note = helm().on_run](const std::string& line) {
    note(line);
    if (line == "helm upgrade web") helm().next_end = test::fake_end::goes_on();
  };
  start();
  const auto put_deployment = [&](const std::string& name, const std::string& release) {
    put(R"({"apiVersion":"apps/v1","kind":"Deployment","metadata":{"namespace":"addon-operator","name":")" + name
        + R"(","labels":{"app.kubernetes.io/managed-by":"Helm"},"annotations":{"meta.helm.sh/release-name":")" + release
        + R"(","meta.helm.sh/release-namespace":"addon-operator"}},"spec":{"replicas":1,"selector":{"matchLabels":
          {"app":")"
        + name + "\"}}}}");
  };
  put_deployment("front", "web");
  put_deployment("foreign", "foreign");
  put_waiting_pod("front-1", "front", "ContainerCreating");
  put_waiting_pod("foreign-1", "foreign", "ImagePullBackOff");
  CHECK_MESSAGE(!shows(status(), "is not available"), "a Pod that has just begun is no fault");
  put_waiting_pod("front-1", "front", "ImagePullBackOff");
  const auto text = status();
  CHECK_MESSAGE(shows(text, "release 'web': addon-operator/Deployment/front is not available: 0 of 1 replica is "
                            "available; the image of container 'main' of Pod front-1 cannot be pulled: not found; the "
                            "upgrade of its release has not succeeded yet"),
                text);
  CHECK_MESSAGE(!shows(text, "foreign"), text);
}
