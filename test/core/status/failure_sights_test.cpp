#include "core/status/failure_sights.hpp"

#include "core/status/failure_advice.hpp"

#include <doctest/doctest.h>

#include <string>

using namespace core::status;

namespace {

std::string advice_on(const std::string& failure, const std::string& object) {
  cluster_sights seen;
  const auto wanted = sights_for(failure, "prod");
  REQUIRE_EQ(wanted.size(), 1);
  const auto parsed = text::parse_json(object);
  REQUIRE(parsed);
  seen[wanted.front()] = {*parsed};
  return failure_advice(failure, {.module = "landing", .namespace_name = "prod", .seen = &seen});
}

bool has(const std::string& text, const std::string& part) {
  INFO(text);
  return text.find(part) != text.npos;
}

constexpr auto lost =
  "watch of Tenant (t.example.com/v1alpha1), for hook 'hooks/a.sh' of module 'tenants' is lost since "
  "2026-11-27T09:21:07Z: the API server serves the kind as t.example.com/v1 only: take that for "
  "apiVersion";

} // namespace

TEST_SUITE("core/failure_sights") {
  TEST_CASE("an API that does not answer is named with its server") {
    const std::string failure =
      "exit status 1: Error from server: the server is currently unable to handle the request";
    const auto api = R"({"metadata":{"name":"v1beta1.metrics.k8s.io","labels":{"owner":"team-o"}},
      "spec":{"service":{"namespace":"mon","name":"metrics-server"}},
      "status":{"conditions":[{"type":"Available","status":"False","reason":"FailedDiscoveryCheck"}]}})";
    const auto advice = advice_on(failure, api);
    CHECK(has(advice, "bring the server of v1beta1.metrics.k8s.io back (`kubectl -n mon get pods,endpoints`, behind "
                      "Service mon/metrics-server; label owner=team-o)"));
    const cluster_sights seen{{sights_for(failure, "prod").front(), {*text::parse_json(api)}}};
    CHECK_EQ(failure_cause(failure, {.module = "landing", .seen = &seen}),
             "the API v1beta1.metrics.k8s.io (FailedDiscoveryCheck) does not answer");
    CHECK(has(failure_advice(failure, {"landing"}), "kubectl get apiservices"));
    CHECK(has(advice_on(failure, R"({"metadata":{"name":"v1.apps"},"status":{"conditions":[{"type":"Available",
      "status":"True"}]}})"),
              "kubectl get apiservices"));
  }

  TEST_CASE("a claim that cannot grow has its former size") {
    const std::string failure =
      "cannot patch \"data\" with kind PersistentVolumeClaim: persistentvolumeclaims \"data\" is "
      "forbidden: only dynamically provisioned pvc can be resized and the storageclass";
    CHECK(has(advice_on(failure, R"({"status":{"capacity":{"storage":"20Gi"}}})"), "put the former size 20Gi back"));
    CHECK(has(failure_advice(failure, {"landing", "prod"}), "kubectl -n prod get pvc data -o jsonpath"));
  }

  TEST_CASE("the deletion of a complete Job frightens nobody, and the half of the upgrade that is done is named") {
    const std::string failure =
      "cannot patch \"migrate\" with kind Job: Job.batch \"migrate\" is invalid: spec.template: "
      "Invalid value: field is immutable";
    const auto done = advice_on(failure, R"({"status":{"conditions":[{"type":"Complete","status":"True"}]}})");
    CHECK(has(done, "`kubectl -n prod delete job migrate` (the Job is complete, so no work stops)"));
    CHECK(has(done, "half of the upgrade is done: the other objects of the release are new already"));
    const auto runs = advice_on(failure, R"({"status":{"active":1}})");
    CHECK(has(runs, "by which its work stops until then"));
    CHECK(has(runs, "put its former value back"));
  }

  TEST_CASE("a namespace that does not go says why") {
    const std::string failure =
      "configmaps \"a\" is forbidden: unable to create new content in namespace reports because "
      "it is being terminated";
    const auto advice = advice_on(failure, R"({"status":{"conditions":[{"type":"NamespaceFinalizersRemaining",
      "status":"True","message":"example.com/archive in 1 resource instances"}]}})");
    CHECK(has(advice, "it does not go, because: example.com/archive in 1 resource instances"));
    CHECK_FALSE(has(advice, "switch the module off"));
    CHECK(has(advice_on(failure, R"({"status":{}})"), "`kubectl get namespace reports -o yaml` shows"));
  }

  TEST_CASE("a lost version has its hook, both versions, and both sides' steps") {
    const auto x = lost_version_in(lost);
    REQUIRE(x);
    CHECK_EQ(x->kind, "Tenant");
    CHECK_EQ(x->wanted, "t.example.com/v1alpha1");
    CHECK_EQ(x->served, "t.example.com/v1");
    CHECK_EQ(x->hooks, "hook 'hooks/a.sh' of module 'tenants'");
    CHECK_EQ(x->definition, "tenants.t.example.com");
    const auto advice = advice_on(lost, R"({"metadata":{"labels":{"owner":"team-t"}}})");
    CHECK(has(advice, "hook 'hooks/a.sh' of module 'tenants' sees no new and no changed Tenant"));
    CHECK(has(advice,
              "have t.example.com/v1alpha1 served again (`kubectl edit crd tenants.t.example.com`: served: true; "
              "label owner=team-t)"));
    CHECK(has(advice, "write apiVersion t.example.com/v1 in the binding"));
    CHECK(has(failure_advice(lost, {"tenants"}), "kubectl get crd -o custom-columns"));
    CHECK_FALSE(lost_version_in("watch of Pod is lost since 2026-11-27T09:21:07Z: Unauthorized"));
    CHECK_FALSE(lost_version_in("module 'a': the API server serves the kind as b/v1 only"));
  }

  TEST_CASE("other failures need no look at the cluster") {
    CHECK(sights_for("exit status 1", "prod").empty());
    CHECK(sights_for("cannot patch \"a\" with kind Secret: field is immutable", "prod").empty());
  }
}
