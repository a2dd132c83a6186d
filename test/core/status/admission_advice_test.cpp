#include "core/status/failure_advice.hpp"

#include "core/status/advice_rows.hpp"

#include <doctest/doctest.h>

#include <string>

using core::status::failure_advice;
using core::status::failure_cause;

TEST_SUITE("core/admission_advice") {
  TEST_CASE("refusals of admission lead to the owner of the webhook or of the policy") {
    test::check_advice({
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
      {R"(admission webhook "cm.guard.io" denied the request: )"
       "Hook failed: hook 'hooks/v.sh' of module 'landing': took "
       "longer than its time limit",
       {"webhook cm.guard.io is the operator's own", "hook list", "`addon-operator module pause landing`"}},
      {R"(is forbidden: ValidatingAdmissionPolicy 'owners' with binding 'b' denied request: no owner)",
       {"kubectl get validatingadmissionpolicy owners"}},
      {R"(pods "a" is forbidden: violates PodSecurity "restricted:latest": runAsNonRoot != true)",
       {"of the level restricted", "securityContext", "pod-security.kubernetes.io/enforce"}},
    });
  }

  TEST_CASE("a conversion webhook that fails is repaired, and no object is deleted") {
    test::check_advice(
      {{R"(StorageError: corrupt object, Code: 7: conversion webhook for storage.example.com/v1, Kind=Bucket failed: )"
        R"(Post "https://c.default.svc:443/convert?timeout=30s": service "c" not found)",
        {"no object is damaged, so delete none", "makes its Service again", "| grep storage.example.com`"}}});
  }

  TEST_CASE("a quota is named, and the records of Helm only if they are refused") {
    const std::string record = R"(secrets "sh.helm.release.v1.a.v2" is forbidden: exceeded quota: limits, requested: )"
                               R"(count/secrets=1, used: count/secrets=5, limited: count/secrets=5)";
    test::check_advice(
      {{record.c_str(), {"metadata.name=limits", "Helm's records count, a Secret", "--helm-history-max", "-n prod"}},
       {R"(pods "a" is forbidden: failed quota: limits: must specify limits.cpu for: c)",
        {"the quota limits requires", "`resources`"}}});
    const auto of_pods = failure_advice(
      R"(pods "a" is forbidden: exceeded quota: q1, requested: pods=1, used: pods=3, limited: pods=3)", {});
    CHECK_MESSAGE(of_pods.find("metadata.name=q1") != of_pods.npos, of_pods);
    CHECK_EQ(of_pods.find("Helm"), of_pods.npos);
  }

  TEST_CASE("limits, classes and accounts that are missing have a step each") {
    test::check_advice({
      {R"(pods "a" is forbidden: maximum cpu usage per Container is 1, but limit is 2)", {"LimitRange", "`resources`"}},
      {R"(pods "a" is forbidden: no PriorityClass with name high was found)",
       {"PriorityClass high", "priorityclasses"}},
      {R"(pods "a-" is forbidden: error looking up service account web/runner: serviceaccount "runner" not found)",
       {"ServiceAccount runner", "another module"}},
    });
  }

  TEST_CASE("the cause of a broken webhook comes in the operator's words") {
    const std::string conversion =
      R"(failed to read one or more buckets: StorageError: corrupt object: conversion webhook for )"
      R"(storage.example.com/v1, Kind=Bucket failed: Post "https://converter.default.svc:443/convert?timeout=30s": )";
    CHECK_EQ(failure_cause(conversion + R"(service "converter" not found)", {}),
             "the conversion webhook of Bucket.storage.example.com has no Service default/converter, so no object of "
             "that kind can be read");
    const std::string call = R"(failed calling webhook "a.b.com": failed to call webhook: Post )"
                             R"("https://guard.policy.svc:443/v?timeout=5s": )";
    CHECK_EQ(failure_cause(call + "context deadline exceeded", {}),
             "the admission webhook a.b.com has a Service policy/guard that does not answer in time");
    CHECK_EQ(failure_cause(call + R"(no endpoints available for service "guard")", {}),
             "the admission webhook a.b.com has no ready Pod behind its Service policy/guard");
    CHECK_EQ(failure_cause(call + "dial tcp 10.0.0.1:443: connect: connection refused", {}),
             "the admission webhook a.b.com has a Service policy/guard that refuses connections");
    CHECK_EQ(failure_cause("exit status 1", {}), "");
  }

  TEST_CASE("a limit of revisions is no step if each release has one revision") {
    const std::string record = R"(secrets "sh.helm.release.v1.a.v2" is forbidden: exceeded quota: limits, requested: )"
                               R"(count/secrets=1, used: count/secrets=5, limited: count/secrets=5)";
    const auto advice = failure_advice(record, {.namespace_name = "prod", .has_old_revisions = false});
    CHECK_MESSAGE(advice.find("--helm-history-max") == advice.npos, advice);
    CHECK_MESSAGE(advice.find("only a higher limit helps") != advice.npos, advice);
  }
}
