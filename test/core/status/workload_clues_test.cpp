#include "core/status/workload_clues.hpp"

#include <doctest/doctest.h>

#include <string>

using namespace core::status;

namespace {

text::json parsed(const std::string& x) {
  const auto json = text::parse_json(x);
  REQUIRE_MESSAGE(json, x);
  return *json;
}

workload_fault fault(const std::string& kind) {
  return {.release = "web", .kind = kind, .namespace_name = "prod", .name = "web", .reason = "0 of 1 Pod is available"};
}

text::json node(const std::string& ready) {
  return parsed(R"({"status":{"conditions":[{"type":"DiskPressure","status":"False"},{"type":"Ready","status":")"
                + ready + R"(","reason":"NodeStatusUnknown","message":"Kubelet stopped posting node status.",
                  "lastTransitionTime":"2026-01-01T00:00:00Z"}]}})");
}

} // namespace

TEST_SUITE("core/workload_clues") {
  TEST_CASE("the last warning about a workload is its reason, and well-known words have a step") {
    auto x = fault("DaemonSet");
    const auto refused = parsed(R"({"reason":"FailedCreate","involvedObject":{"name":"web"},
      "message":"pods \"web-x\" is forbidden: violates PodSecurity \"restricted:latest\": runAsNonRoot != true"})");
    CHECK(add_warning(x, {refused}, "web"));
    CHECK_EQ(x.reason, "0 of 1 Pod is available; FailedCreate: pods \"web-x\" is forbidden: violates PodSecurity "
                       "\"restricted:latest\": runAsNonRoot != true");
    CHECK(x.step.starts_with("the namespace accepts only Pods of the level restricted"));
  }

  TEST_CASE("without a warning the fault stays, and other words keep its step") {
    auto x = fault("Deployment");
    x.step = "`kubectl -n prod describe pod web-0`";
    CHECK_FALSE(add_warning(x, {}, "web-0"));
    CHECK_EQ(x.reason, "0 of 1 Pod is available");
    CHECK(add_warning(x, {parsed(R"({"reason":"Odd","message":"odd","involvedObject":{"name":"web-0"}})")}, "web-0"));
    CHECK_EQ(x.reason, "0 of 1 Pod is available; Odd: odd");
    CHECK_EQ(x.step, "`kubectl -n prod describe pod web-0`");
  }

  TEST_CASE("a node that is silent is named with its words, and the way without it") {
    auto x = fault("StatefulSet");
    add_node(x, "worker-7", node("Unknown"));
    CHECK_EQ(x.reason, "0 of 1 Pod is available; node worker-7 is not ready since 2026-01-01 00:00:00: Kubelet stopped "
                       "posting node status.");
    CHECK(x.step.starts_with("bring node worker-7 back"));
    CHECK(x.step.find("kubectl taint nodes worker-7 node.kubernetes.io/out-of-service=nodeshutdown:NoExecute")
          != std::string::npos);
    CHECK(x.step.ends_with("a Pod of a StatefulSet moves to another node only after that"));
    auto y = fault("Deployment");
    add_node(y, "worker-7", node("False"));
    CHECK(y.step.find("StatefulSet") == std::string::npos);
  }

  TEST_CASE("a node that is ready says nothing, and a node that has gone is named") {
    auto x = fault("Deployment");
    add_node(x, "worker-7", node("True"));
    add_node(x, "worker-7", parsed("{}"));
    CHECK(x == fault("Deployment"));
    add_node(x, "worker-7", std::nullopt);
    CHECK_EQ(x.reason, "0 of 1 Pod is available; node worker-7 does not exist any more");
    CHECK(x.step.starts_with("`kubectl get nodes`"));
  }
}
