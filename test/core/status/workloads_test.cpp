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
    CHECK_EQ(fault("Deployment", stuck + R"("False", "message": "ReplicaSet a has timed out progressing."}]})"),
             "the new version does not come up: ReplicaSet a has timed out progressing");
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

  TEST_CASE("a Job is a fault when its controller has given up") {
    CHECK_EQ(fault("Job", R"("status": {"active": 1, "failed": 2})"), "");
    CHECK_EQ(fault("Job", R"("status": {"conditions": [{"type": "Complete", "status": "True"}]})"), "");
    CHECK_EQ(fault("Job", R"("status": {"conditions": [{"type": "Failed", "status": "True",
             "reason": "BackoffLimitExceeded", "message": "Job has reached the specified backoff limit"}]})"),
             "it has failed, and begins no further Pod: Job has reached the specified backoff limit");
  }

  TEST_CASE("a claim without a volume is a fault, unless its class waits for a Pod") {
    CHECK_EQ(fault("PersistentVolumeClaim", R"("status": {"phase": "Bound"})"), "");
    CHECK_EQ(fault("PersistentVolumeClaim", R"("status": {"phase": "Lost"})"),
             "its volume is lost: the PersistentVolume of its name has gone");
    CHECK_EQ(fault("PersistentVolumeClaim", R"("spec": {"storageClassName": "fast"}, "status": {"phase": "Pending"})"),
             "StorageClass fast has no volume for it so far");
    const auto claim = text::parse_json(R"({"kind": "PersistentVolumeClaim", "spec": {"storageClassName": "fast"},
      "status": {"phase": "Pending"}})");
    CHECK_EQ(awaited_storage_class(*claim), "fast");
    const auto used = text::parse_json(R"({"kind": "PersistentVolumeClaim", "spec": {"storageClassName": "fast"},
      "metadata": {"annotations": {"volume.kubernetes.io/selected-node": "a"}}, "status": {"phase": "Pending"}})");
    CHECK_EQ(awaited_storage_class(*used), std::nullopt);
    CHECK(waits_for_pod(*text::parse_json(R"({"volumeBindingMode": "WaitForFirstConsumer"})")));
    CHECK_FALSE(waits_for_pod(*text::parse_json(R"({"volumeBindingMode": "Immediate"})")));
  }

  TEST_CASE("five kinds are workloads") {
    CHECK(is_workload("batch/v1", "Job"));
    CHECK(is_workload("v1", "PersistentVolumeClaim"));
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
