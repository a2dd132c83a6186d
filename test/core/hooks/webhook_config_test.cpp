#include "core/hooks/webhook_config.hpp"

#include "core/hooks/config.hpp"

#include <doctest/doctest.h>

namespace {

base::result<core::bindings::hook_definition> read(const std::string& yaml) {
  return core::hooks::parse_hook_config("configVersion: v1\n" + yaml, core::hooks::hook_owner::module);
}

constexpr auto rule = "rules: [{apiGroups: [''], apiVersions: ['*'], resources: [configmaps], operations: ['*'], "
                      "scope: Namespaced}]";

std::string item(const std::string& members) {
  return "kubernetesValidating:\n- {name: a.b.c, " + std::string(rule) + ", " + members + "}\n";
}

std::string fault(const std::string& yaml) {
  const auto x = read(yaml);
  return x ? "" : x.error().message;
}

} // namespace

TEST_CASE("a webhook has all members of the predecessor, and defaults") {
  const auto x =
    read("kubernetes: [{name: pods, kind: Pod, group: main}]\n"
         + item("group: main, failurePolicy: Ignore, sideEffects: NoneOnDryRun, timeoutSeconds: 5, "
                "matchConditions: [{name: first, expression: 'true'}], labelSelector: {matchLabels: {a: b}}, "
                "namespace: {labelSelector: {matchExpressions: [{key: k, operator: Exists}]}}"));
  REQUIRE_MESSAGE(x, x.error().message);
  REQUIRE(x->webhooks.size() == 1);
  const auto& webhook = *x->webhooks[0];
  CHECK(webhook.name == "a.b.c");
  CHECK(webhook.snapshots_from == std::vector<std::string>{"pods"});
  CHECK(webhook.on_failure == core::bindings::failure_policy::ignore);
  CHECK(webhook.timeout == std::chrono::seconds(5));
  CHECK(webhook.match_policy == "Equivalent");
  CHECK(webhook.rules[0].scope == "Namespaced");
}

TEST_CASE("mistakes in a webhook are named with their place") {
  const std::string begin = "hook configuration: kubernetesValidating[0]";
  CHECK(fault(item("timeoutSeconds: 31")) == begin + ".timeoutSeconds: expected 1 to 30 seconds, got 31");
  CHECK(fault(item("failurePolicy: fail")) == begin + ".failurePolicy: expected Fail or Ignore, got 'fail'");
  CHECK(fault(item("includeSnapshotsFrom: [x]")).find("'x' binding name not found") != std::string::npos);
  CHECK(fault("kubernetesMutating: [{name: a.b, " + std::string(rule) + "}]").find("at least three labels")
        != std::string::npos);
  CHECK(fault("kubernetesValidating: [{name: a.b.c}]").find("rules: is required") != std::string::npos);
  CHECK(fault(item("reinvocationPolicy: Never")) != "");
  CHECK(fault(item("x: 1")) != "");
  CHECK(fault(item("timeoutSeconds: 1") + "kubernetesMutating: [{name: a.b.c, " + rule + "}]")
          .find("is the name of another webhook of this hook")
        != std::string::npos);
}
