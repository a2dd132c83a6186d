#include "core/status/failure_advice.hpp"

#include <doctest/doctest.h>

#include <initializer_list>
#include <string>

using core::status::failure_advice;

namespace {

struct row {
  const char* failure;
  std::initializer_list<const char*> parts; ///< of the advice
};

void check(std::initializer_list<row> rows) {
  for (const auto& x : rows) {
    CAPTURE(x.failure);
    const auto advice = failure_advice(x.failure, {"landing", "prod"});
    CAPTURE(advice);
    for (const std::string part : x.parts) CHECK_MESSAGE(advice.find(part) != advice.npos, part);
    CHECK_FALSE(advice.empty());
    CHECK_FALSE(advice.ends_with('.'));
  }
}

} // namespace

TEST_SUITE("core/failure_advice") {
  TEST_CASE("refusals of admission lead to the owner of the webhook or of the policy") {
    check({
      {R"(cannot patch "landing" with kind Service: Internal error occurred: failed calling )"
       R"(webhook "a.b.example.com": )"
       R"(failed to call webhook: Post "https://h/validate?timeout=5s": context deadline exceeded)",
       {"admission webhook a.b.example.com", "gets no answer", "| grep a.b.example.com`", "brings its server back",
        "namespaceSelector"}},
      {R"(failed calling webhook "a.b": failed to call webhook: Post "https://x.y.svc:443/": service "x" not found)",
       {"makes its Service again"}},
      {R"(failed calling webhook "a.b": Post "https://x.y.svc:443/": no endpoints available for service "x")",
       {"brings the Pods of its Service back"}},
      {R"(failed calling webhook \"a.b\": tls: failed to verify certificate: x509: certificate signed by unknown)",
       {"webhook a.b about", "caBundle"}},
      {R"(admission webhook "validate.policy.io" denied the request: no label team)",
       {"webhook validate.policy.io works and refuses", "| grep validate.policy.io`"}},
      {R"(is forbidden: ValidatingAdmissionPolicy 'owners' with binding 'b' denied request: no owner)",
       {"kubectl get validatingadmissionpolicy owners"}},
      {R"(pods "a" is forbidden: violates PodSecurity "restricted:latest": runAsNonRoot != true)",
       {"of the level restricted", "securityContext", "pod-security.kubernetes.io/enforce"}},
    });
  }

  TEST_CASE("a conversion webhook that fails is repaired, and no object is deleted") {
    check(
      {{R"(StorageError: corrupt object, Code: 7: conversion webhook for storage.example.com/v1, Kind=Bucket failed: )"
        R"(Post "https://c.default.svc:443/convert?timeout=30s": service "c" not found)",
        {"no object is damaged, so delete none", "definition of Bucket", "| grep storage.example.com`"}}});
  }

  TEST_CASE("a quota is named, and the records of Helm only if they are refused") {
    const std::string record = R"(secrets "sh.helm.release.v1.a.v2" is forbidden: exceeded quota: limits, requested: )"
                               R"(count/secrets=1, used: count/secrets=5, limited: count/secrets=5)";
    check(
      {{record.c_str(), {"metadata.name=limits", "Helm's records count, a Secret", "--helm-history-max", "-n prod"}},
       {R"(pods "a" is forbidden: failed quota: limits: must specify limits.cpu for: c)",
        {"the quota limits requires", "`resources`"}}});
    const auto of_pods = failure_advice(
      R"(pods "a" is forbidden: exceeded quota: q1, requested: pods=1, used: pods=3, limited: pods=3)", {});
    CHECK_MESSAGE(of_pods.find("metadata.name=q1") != of_pods.npos, of_pods);
    CHECK_EQ(of_pods.find("Helm"), of_pods.npos);
  }

  TEST_CASE("refused objects have the command for their kind and name") {
    check({
      {R"(cannot patch "db" with kind Job: Job.batch "db" is invalid: spec.template: Invalid value: {}: )"
       R"(field is immutable)",
       {"`kubectl delete Job db`", "its work stops"}},
      {R"(cannot patch "db" with kind StatefulSet: StatefulSet.apps "db" is invalid: spec: Forbidden: updates to )"
       R"(statefulset spec for fields other than 'replicas' are forbidden)",
       {"`kubectl delete StatefulSet db --cascade=orphan`", "data stay"}},
      {R"(unable to build kubernetes objects: resource mapping not found for name: "a" namespace: "": no matches for )"
       R"(kind "Certificate" in version "cert-manager.io/v1beta1" ensure CRDs are installed first)",
       {"does not know Certificate", "grep -i Certificate"}},
      {R"(Secret "sh.helm.release.v1.a.v7" is invalid: data: Too long: must have at most 1048576 bytes)",
       {"record of the release", ".helmignore"}},
      {"create: failed to create: etcdserver: request is too large", {"make it smaller"}},
      {R"(namespaces "web" not found)", {"`kubectl create namespace web`"}},
      {R"(configmaps "a" is forbidden: unable to create new content in namespace web because it is being terminated)",
       {"`kubectl get namespace web -o yaml`"}},
      {R"(Service "a" is invalid: spec.ports[0].nodePort: Invalid value: 30080: provided port is already allocated)",
       {"another Service has that port"}},
    });
  }

  TEST_CASE("a missing right has its rule, once") {
    const std::string refusal = R"(services is forbidden: User "u" cannot list resource "services" in API group "" in )"
                                R"(the namespace "a")";
    check({{refusal.c_str(), {R"(resources: ["services"], verbs: ["list", "watch"]})", "Role in namespace 'a'"}}});
    const auto told = failure_advice(refusal + R"(; add: - {apiGroups: [""], resources: ["services"]})", {});
    CHECK_MESSAGE(told.starts_with("give that right"), told);
    CHECK_EQ(told.find("apiGroups"), told.npos);
  }

  TEST_CASE("waits of Helm name the object, or where to look") {
    check({
      {"pre-upgrade hooks failed: resource not ready, name: migrate, kind: Job, status: InProgress",
       {"`kubectl -n prod describe Job migrate`", "--helm-timeout"}},
      {"failed pre-install: timed out waiting for the condition", {"kubectl -n prod get jobs,pods"}},
      {"post-install hooks failed: context deadline exceeded", {"kubectl -n prod get jobs,pods"}},
      {R"(Get "https://10.0.0.1:443/version": context deadline exceeded)", {"does not answer in time"}},
      {"failed post-install: job migrate failed: BackoffLimitExceeded", {"logs job/migrate"}},
      {"another operation (install/upgrade/rollback) is in progress", {"owner=helm,name=landing", "five minutes"}},
    });
  }

  TEST_CASE("trust, credentials and file systems have a next step each") {
    check({
      {"tls: failed to verify certificate: x509: certificate signed by unknown authority", {"certificate-authority"}},
      {"x509: certificate has expired or is not yet valid: current time 2026-11-26", {"renewed", "clocks"}},
      {"x509: certificate is valid for a, not b", {"not in its certificate"}},
      {"/tmp/a: cannot be written: No space left on device", {"df -h"}},
      {"write /tmp/a: no space left on device", {"df -h"}},
      {"OSError: [Errno 30] Read-only file system: '/a'", {"mount a volume"}},
      {"reading the API server's version: Unauthorized", {"credentials"}},
      {"unable to retrieve the complete list of server APIs: metrics.k8s.io/v1beta1: the server is currently unable to "
       "handle the request",
       {"kubectl get apiservices"}},
    });
  }

  TEST_CASE("a full --tmp-dir is named with its room and with what fills it") {
    const core::status::tmp_facts tmp{"/var/tmp/op", "0.0 MiB free of 24.0 MiB; 5 entries: usage-1.csv"};
    const auto full =
      failure_advice("/var/tmp/op/operator-x/a: cannot be written: No space left on device", {{}, {}, tmp});
    CHECK_MESSAGE(full.starts_with("the file system of --tmp-dir /var/tmp/op is full (0.0 MiB free of 24.0 MiB; 5"),
                  full);
    const auto other = failure_advice("/data/a: No space left on device", {{}, {}, tmp});
    CHECK_MESSAGE(other.starts_with("the file system of the path above is full"), other);
  }

  TEST_CASE("other failures have no advice, and foreign text becomes no part of a command") {
    for (const char* failure :
         {"", "exit status 1", "namespaces are listed", R"(namespaces "web" were found, and a file was not found)",
          "metadata.name: Too long: may not be more than 253 bytes", "context deadline exceeded in my program",
          "an authorized user"}) {
      CAPTURE(failure);
      CHECK_EQ(failure_advice(failure, {}), "");
    }
    const auto advice = failure_advice("exceeded quota: a;rm${IFS}b, requested: pods=1", {});
    CHECK_MESSAGE(advice.find("metadata.name=a -o") != advice.npos, advice);
    CHECK(failure_advice("failed calling webhook \"" + std::string(300, 'x') + "\"", {}).find("grep WEBHOOK`")
          != std::string::npos);
  }
}
