#include "core/status/workloads.hpp"

#include <doctest/doctest.h>

#include <string>

using namespace core::status;

namespace {

std::string fault(const std::string& kind, const std::string& rest) {
  const auto x = text::parse_json(R"({"apiVersion": "apps/v1", "kind": ")" + kind + R"(", )" + rest + "}");
  REQUIRE_MESSAGE(x, rest);
  return unavailability_of(*x).value_or("");
}

} // namespace

TEST_SUITE("core/workloads") {
  TEST_CASE("a Deployment is available if all its replicas are") {
    CHECK_EQ(fault("Deployment", R"("spec": {"replicas": 3}, "status": {"availableReplicas": 3})"), "");
    CHECK_EQ(fault("Deployment", R"("spec": {"replicas": 3}, "status": {"availableReplicas": 1})"),
             "1 of 3 replicas is available");
    CHECK_EQ(fault("Deployment", R"("spec": {}, "status": {})"), "0 of 1 replica is available");
    CHECK_EQ(fault("Deployment", R"("spec": {"replicas": 0})"), "");
    CHECK_EQ(fault("Deployment", R"("spec": {"replicas": 2}, "status": {"conditions": [{"type": "ReplicaFailure",
             "status": "True", "message": "exceeded quota"}]})"),
             "0 of 2 replicas are available: exceeded quota");
  }

  TEST_CASE("a rollout that makes no progress is a fault, although the old Pods are available") {
    const std::string stuck = R"("spec": {"replicas": 2}, "status": {"availableReplicas": 2, "updatedReplicas": 1,
      "conditions": [{"type": "Available", "status": "True"}, {"type": "Progressing", "status": )";
    CHECK_EQ(fault("Deployment", stuck + R"("True"}]})"), "");
    CHECK_EQ(fault("Deployment", stuck + R"("False", "reason": "ProgressDeadlineExceeded"}]})"),
             "the new version does not come up: ProgressDeadlineExceeded");
  }

  TEST_CASE("StatefulSets and DaemonSets are counted by their own status") {
    CHECK_EQ(fault("StatefulSet", R"("spec": {"replicas": 2}, "status": {"readyReplicas": 2})"), "");
    CHECK_EQ(fault("StatefulSet", R"("spec": {"replicas": 2}, "status": {"readyReplicas": 2, "availableReplicas": 1})"),
             "1 of 2 replicas is available");
    CHECK_EQ(fault("DaemonSet", R"("status": {"desiredNumberScheduled": 0})"), "");
    CHECK_EQ(fault("DaemonSet", R"("status": {"desiredNumberScheduled": 3, "numberAvailable": 2})"),
             "2 of 3 Pods are available");
    CHECK_EQ(fault("DaemonSet", R"("spec": {})"), "no controller has looked at it yet");
    CHECK_EQ(fault("ConfigMap", R"("data": {})"), "");
  }

  TEST_CASE("three kinds are workloads") {
    CHECK(is_workload("apps/v1", "Deployment"));
    CHECK(is_workload("apps/v1", "StatefulSet"));
    CHECK(is_workload("apps/v1", "DaemonSet"));
    CHECK_FALSE(is_workload("v1", "Deployment"));
    CHECK_FALSE(is_workload("apps/v1", "ReplicaSet"));
  }

  TEST_CASE("a fault names the object, its release and the next step") {
    workload_fault x{"web", "Deployment", "default", "front", "1 of 3 replicas is available"};
    CHECK_EQ(describe(x), "release 'web': default/Deployment/front is not available: 1 of 3 replicas is available");
    CHECK_EQ(next_step(x), "`kubectl -n default describe deployment front`, then its Pods and their events");
    x.is_unknown = true;
    x.reason = "no answer";
    CHECK_EQ(describe(x), "release 'web': whether default/Deployment/front is available is not known: no answer");
  }
}
