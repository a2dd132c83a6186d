#include "core/status/pod_faults.hpp"

#include <doctest/doctest.h>

#include <string>
#include <vector>

using namespace core::status;

namespace {

text::json parsed(const std::string& x) {
  const auto json = text::parse_json(x);
  REQUIRE_MESSAGE(json, x);
  return *json;
}

text::json pod(const std::string& name, const std::string& status, const std::string& metadata = "") {
  return parsed(R"({"metadata":{"namespace":"prod","name":")" + name + R"(")" + metadata + R"(},"status":{)" + status
                + "}}");
}

text::json pod_with(const std::string& state, const std::string& more = "") {
  return pod("web-1", R"("containerStatuses":[{"name":"main","image":"example.org/web:2","ready":false,"state":{)"
                        + state + "}" + more + "}]");
}

std::string reason_of(const std::vector<text::json>& pods) {
  const auto fault = worst_fault_of(pods);
  return fault ? fault->reason : std::string();
}

std::string step_of(const std::vector<text::json>& pods) {
  const auto fault = worst_fault_of(pods);
  return fault ? fault->step : std::string();
}

} // namespace

TEST_SUITE("core/pod_faults") {
  TEST_CASE("a container that ends again and again is told by its last end") {
    const auto crash = pod_with(R"("waiting":{"reason":"CrashLoopBackOff","message":"back-off 5m0s"})",
                                R"(,"restartCount":12,"lastState":{"terminated":{"exitCode":1,"reason":"Error"}})");
    CHECK_EQ(reason_of({crash}), "container 'main' of Pod web-1 ends again and again (12 restarts): exit code 1");
    CHECK_EQ(step_of({crash}), "`kubectl -n prod logs web-1 -c main --previous` shows its last lines");
    const auto killed =
      pod_with(R"("waiting":{"reason":"CrashLoopBackOff"})",
               R"(,"restartCount":1,"lastState":{"terminated":{"exitCode":137,"reason":"OOMKilled"}})");
    CHECK_EQ(reason_of({killed}),
             "container 'main' of Pod web-1 ends again and again (1 restart): exit code 137 (OOMKilled)");
    CHECK_EQ(step_of({killed}), "raise `resources.limits.memory` of container 'main'");
    CHECK_EQ(reason_of({pod_with(R"("terminated":{"exitCode":2,"reason":"Error"})", R"(,"restartCount":0)")}),
             "container 'main' of Pod web-1 has ended: exit code 2");
    CHECK_EQ(step_of({pod_with(R"("terminated":{"exitCode":2,"reason":"Error"})", R"(,"restartCount":0)")}),
             "`kubectl -n prod logs web-1 -c main` shows its last lines");
  }

  TEST_CASE("the last words of a container stand behind its exit code, in a line and without secrets") {
    const auto reason = [](const std::string& message) {
      return reason_of({pod_with(R"("waiting":{"reason":"CrashLoopBackOff"})",
                                 R"(,"restartCount":1,"lastState":{"terminated":{"exitCode":1,"reason":"Error",
                                    "message":")"
                                   + message + "\"}}")});
    };
    CHECK(reason(R"(\nFATAL: no such table\nat main.c:3)").ends_with("exit code 1: FATAL: no such table"));
    CHECK(reason(R"(Traceback (most recent call last):\n  a.py\nKeyError: 'host'\n)").ends_with("KeyError: 'host'"));
    CHECK(reason("password=hunter2hunter2").find("hunter2") == std::string::npos);
    CHECK(reason(R"( \n )").ends_with("exit code 1"));
    CHECK_LT(reason(std::string(2000, 'x')).size(), 450);
  }

  TEST_CASE("the Events of a Pod are asked for if its state does not say why") {
    const auto asked = [](const std::string& state, const std::string& more = "") {
      return worst_fault_of({pod_with(state, more)})->told_by_events_of;
    };
    const auto ended = [&](const std::string& how) {
      return asked(R"("waiting":{"reason":"CrashLoopBackOff"})",
                   R"(,"restartCount":3,"lastState":{"terminated":{)" + how + "}}");
    };
    CHECK_EQ(asked(R"("waiting":{"reason":"ContainerCreating"})"), "web-1");
    CHECK_EQ(asked(R"("running":{})"), "web-1");
    CHECK_EQ(ended(R"("exitCode":137,"reason":"Error")"), "web-1");
    CHECK_EQ(ended(R"("exitCode":137,"reason":"OOMKilled")"), "");
    CHECK_EQ(ended(R"("exitCode":1,"reason":"Error")"), "");
    CHECK_EQ(asked(R"("waiting":{"reason":"ErrImagePull"})"), "");
  }

  TEST_CASE("a Pod that should have ended is told with its node or its finalizer") {
    const std::int64_t due_us = 1'767'225'600'000'000; // 2026-01-01 00:00:00
    const auto ending = [](const std::string& more) {
      return parsed(R"({"metadata":{"namespace":"prod","name":"db-0","deletionTimestamp":"2026-01-01T00:00:00Z")" + more
                    + R"(},"spec":{"nodeName":"worker-7"},"status":{"phase":"Running"}})");
    };
    CHECK_FALSE(worst_fault_of({ending("")}));
    CHECK_FALSE(worst_fault_of({ending("")}, due_us + 1'000'000));
    const auto fault = worst_fault_of({ending("")}, due_us + 60'000'000);
    REQUIRE(fault);
    CHECK_EQ(fault->reason, "Pod db-0 is being deleted and should have ended at 2026-01-01 00:00:00, and its node "
                            "worker-7 does not confirm its end");
    CHECK_EQ(fault->told_by_node, "worker-7");
    const auto held = worst_fault_of({ending(R"(,"finalizers":["example.com/hold"])")}, due_us + 60'000'000);
    REQUIRE(held);
    CHECK(held->reason.ends_with("and is held by the finalizer example.com/hold"));
    CHECK_EQ(held->told_by_node, "");
  }

  TEST_CASE("a Pod that is not ready although its containers are asks for its node") {
    const auto x = parsed(R"({"metadata":{"namespace":"prod","name":"web-1"},"spec":{"nodeName":"worker-8"},
      "status":{"phase":"Running","conditions":[{"type":"Ready","status":"False","reason":"ReadinessGatesNotReady"}],
      "containerStatuses":[{"name":"main","ready":true,"state":{"running":{}}}]}})");
    const auto fault = worst_fault_of({x});
    REQUIRE(fault);
    CHECK_EQ(fault->reason, "Pod web-1 is not ready although its containers are: ReadinessGatesNotReady");
    CHECK_EQ(fault->told_by_node, "worker-8");
    CHECK(fault->doubt == pod_doubt::may_get_ready);
  }

  TEST_CASE("a Pod that has succeeded has no fault") {
    CHECK_EQ(reason_of({pod("a", R"("phase":"Succeeded","containerStatuses":[{"name":"main","ready":false,
      "state":{"terminated":{"exitCode":0,"reason":"Completed"}}}])")}),
             "");
  }

  TEST_CASE("a Pod without a volume is not sent to look for room on a node") {
    const auto x = parsed(R"({"metadata":{"namespace":"prod","name":"db-0"},
      "spec":{"volumes":[{"name":"tmp","emptyDir":{}},
                         {"name":"data","persistentVolumeClaim":{"claimName":"data-db-0"}}]},
      "status":{"conditions":[{"type":"PodScheduled","status":"False","reason":"Unschedulable",
      "message":"0/3 nodes are available: pod has unbound immediate PersistentVolumeClaims."}]}})");
    CHECK_EQ(step_of({x}), "no volume is bound to the claim of the Pod: `kubectl -n prod describe pvc data-db-0` names "
                           "in its events the cause, most often a StorageClass that is missing or misspelt (`kubectl "
                           "get storageclasses` shows those there are)");
  }

  TEST_CASE("an image that cannot be pulled is told by the words of the kubelet") {
    const auto x =
      pod_with(R"("waiting":{"reason":"ImagePullBackOff","message":"Back-off pulling image \"example.org/web:2\""})");
    CHECK_EQ(reason_of({x}), "the image of container 'main' of Pod web-1 cannot be pulled: Back-off pulling image "
                             "\"example.org/web:2\"");
    CHECK(step_of({x}).starts_with("repair the image 'example.org/web:2' in the values, or add an imagePullSecret"));
  }

  TEST_CASE("the step after a missing image fits the answer of the registry") {
    const auto step = [](const std::string& reason, const std::string& message) {
      return step_of({pod_with(R"("waiting":{"reason":")" + reason + R"(","message":")" + message + "\"}")});
    };
    CHECK(step("ErrImagePull", "manifest for example.org/web:2 not found: manifest unknown")
            .starts_with("the registry has no image 'example.org/web:2': put the former tag back in the values"));
    CHECK(step("ErrImagePull", "rpc error: code = NotFound").find("imagePullSecret") == std::string::npos);
    CHECK(step("ErrImagePull", "pull access denied").find("add an imagePullSecret that may read it")
          != std::string::npos);
    CHECK(step("InvalidImageName", "").starts_with("correct the name of the image"));
    CHECK(step("ErrImageNeverPull", "").find("imagePullPolicy Never") != std::string::npos);
  }

  TEST_CASE("a container that cannot begin is told by what it misses") {
    const auto x = pod_with(R"("waiting":{"reason":"CreateContainerConfigError","message":"secret \"db\" not found"})");
    CHECK_EQ(reason_of({x}), "container 'main' of Pod web-1 cannot begin: secret \"db\" not found");
    CHECK_EQ(reason_of({pod_with(R"("waiting":{"reason":"ContainerCreating"})")}),
             "container 'main' of Pod web-1 has not begun: ContainerCreating");
    CHECK_EQ(step_of({pod_with(R"("waiting":{})")}), "`kubectl -n prod describe pod web-1` shows its events");
  }

  TEST_CASE("a Pod without a node is told by the words of the scheduler") {
    const auto x = pod("web-1", R"("phase":"Pending","conditions":[{"type":"PodScheduled","status":"False",
      "reason":"Unschedulable","message":"0/3 nodes are available: 3 Insufficient cpu."}])");
    CHECK_EQ(reason_of({x}), "no node takes Pod web-1: 0/3 nodes are available: 3 Insufficient cpu.");
    CHECK_EQ(reason_of({pod("web-1", R"("reason":"Evicted","message":"low on memory")")}),
             "Pod web-1 was evicted: low on memory");
  }

  TEST_CASE("a container that runs and is not ready is told, and a ready one is not") {
    CHECK_EQ(reason_of({pod_with(R"("running":{})")}), "container 'main' of Pod web-1 runs and is not ready");
    CHECK_EQ(reason_of({pod("web-1", R"("containerStatuses":[{"name":"main","ready":true,"state":{"running":{}}}])")}),
             "");
  }

  TEST_CASE("an init container counts until it has ended well") {
    const std::string wait =
      R"(,"containerStatuses":[{"name":"main","state":{"waiting":{"reason":"PodInitializing"}}}])";
    const auto with = [&](const std::string& state) {
      return pod("web-1",
                 R"("initContainerStatuses":[{"name":"prepare","ready":false,"state":{)" + state + "}}]" + wait);
    };
    CHECK_EQ(reason_of({with(R"("terminated":{"exitCode":0})")}), "");
    CHECK_EQ(reason_of({with(R"("running":{})")}), "");
    CHECK_EQ(reason_of({with(R"("terminated":{"exitCode":3})")}),
             "container 'prepare' of Pod web-1 has ended: exit code 3");
  }

  TEST_CASE("of several Pods the fault that explains most is told, and Pods that go do not count") {
    const auto starts = pod_with(R"("waiting":{"reason":"ContainerCreating"})");
    const auto image = pod_with(R"("waiting":{"reason":"ErrImagePull","message":"not found"})");
    CHECK_EQ(reason_of({starts, image, starts}), "the image of container 'main' of Pod web-1 cannot be pulled: not "
                                                 "found");
    CHECK_EQ(reason_of({pod("web-1", R"("reason":"Evicted")", R"(,"deletionTimestamp":"2026-01-01T00:00:00Z")")}), "");
    CHECK_EQ(reason_of({}), "");
    CHECK_EQ(reason_of({parsed("[]"), parsed(R"({"status":{"containerStatuses":[1,{"state":2}]}})")}), "");
  }

  TEST_CASE("the Pods of a workload are selected as its controller does") {
    CHECK_EQ(pod_selector_of(parsed(R"({"spec":{"selector":{"matchLabels":{"app":"web","tier":"front"}}}})")),
             "app=web,tier=front");
    CHECK_EQ(pod_selector_of(parsed(R"({"spec":{"selector":{"matchExpressions":[
               {"key":"tier","operator":"In","values":["a","b"]},{"key":"x","operator":"NotIn","values":["c"]},
               {"key":"y","operator":"Exists"},{"key":"z","operator":"DoesNotExist"}]}}})")),
             "tier in (a,b),x notin (c),y,!z");
    CHECK_EQ(pod_selector_of(parsed("{}")), "");
  }
}
