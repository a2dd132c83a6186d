// Missing permissions, and kinds in other versions, in the log and on /readyz.
#include "support/operator_fixture.hpp"

#include <string>

using test::operator_fixture;
using test::v1;
using namespace std::chrono_literals;

namespace {

constexpr auto words =
  "secrets is forbidden: User \"system:serviceaccount:ops:look\" cannot create resource \"secrets\" in "
  "API group \"\" in the namespace \"addon-operator\": hunter2";
constexpr auto advice =
  "add to a Role in namespace 'addon-operator' of 'system:serviceaccount:ops:look': - {apiGroups: "
  "[\"\"], resources: [\"secrets\"], verbs: [\"create\"]}";

struct rights_fixture : operator_fixture {
  rights_fixture() { module("010-web"); }

  [[nodiscard]] std::string problems() {
    std::string text;
    for (const auto& line : describe().problems) text += line + "\n";
    return text;
  }
  void check_advice() {
    const auto page = problems();
    CHECK_MESSAGE(page.find(advice) != std::string::npos, page);
    CHECK_MESSAGE(page.find("hunter2") == std::string::npos, page);
    CHECK_MESSAGE(log().find("resources: [\\\"secrets\\\"], verbs: [\\\"create\\\"]") != std::string::npos, log());
  }
  static kube::api::http_response forbidden() {
    return simulation::response_of(simulation::api_failure{403, "Forbidden", words});
  }
};

} // namespace

TEST_CASE_FIXTURE(rights_fixture, "a right that helm misses is a rule to paste") {
  chart("web", "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\n");
  helm().fail_next("web", "create: failed to create: " + std::string(words));
  start();
  check_advice();
  advance(1min);
  CHECK(problems() == "");
}

TEST_CASE_FIXTURE(rights_fixture, "a right that kubectl in a hook misses is a rule to paste") {
  hook("web/a.sh", v1("beforeHelm: 1"),
       [](test::hook_run& run) { run.failure = "Error from server (Forbidden): " + std::string(words); });
  start();
  check_advice();
}

TEST_CASE_FIXTURE(rights_fixture,
                  "a right that an operation on a Secret misses is a rule to paste, and nothing else is shown") {
  hook("web/a.sh", v1("beforeHelm: 1"), [](test::hook_run& run) {
    run.object_patch = "{operation: Create, object: {apiVersion: v1, kind: Secret, metadata: {name: s}}}";
  });
  api().fail_next({{"POST", "/secrets"}, forbidden(), 100});
  start();
  check_advice();
  CHECK(log().find("hunter2") == std::string::npos);
}

TEST_CASE_FIXTURE(rights_fixture, "a right that a watch misses is a rule to paste") {
  hook("web/a.sh", v1("kubernetes: [{name: pods, kind: Pod}]"));
  api().fail_next(
    {{"GET", "/api/v1/pods"},
     simulation::response_of(simulation::api_failure{
       403, "Forbidden",
       "pods is forbidden: User \"u\" cannot list resource \"pods\" in API group \"\" at the cluster scope"}),
     1});
  start();
  CHECK_MESSAGE(problems().find("(add to a ClusterRole of 'u': - {apiGroups: [\"\"], resources: [\"pods\"], verbs: "
                                "[\"list\", \"watch\"]})")
                  != std::string::npos,
                problems());
}

TEST_CASE_FIXTURE(rights_fixture,
                  "a kind of a chart that is not served at all is named with the place for its definition") {
  chart("web", "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\n");
  helm().fail_next("web", "resource mapping not found for name: \"a\" namespace: \"\" from \"\": no matches for kind "
                          "\"Widget\" in version \"example.com/v1\"");
  start();
  CHECK_MESSAGE(
    problems().find("the API server does not serve kind 'Widget': install its CustomResourceDefinition first; "
                    "if it is in templates/ of this chart, move it to crds/ of the module")
      != std::string::npos,
    problems());
}

TEST_CASE_FIXTURE(rights_fixture, "a kind that is served in another version is named with that version") {
  api().add_resource(simulation::custom_resource("policy", "v1", "PodDisruptionBudget", "poddisruptionbudgets"));
  SUBCASE("in a chart") {
    chart("web", "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\n");
    helm().fail_next("web", "resource mapping not found for name: \"a\" namespace: \"\" from \"\": no matches for kind "
                            "\"PodDisruptionBudget\" in version \"policy/v1beta1\"");
    start();
    CHECK_MESSAGE(
      problems().find("the API server serves kind 'PodDisruptionBudget' as policy/v1, not as policy/v1beta1")
        != std::string::npos,
      problems());
  }
  SUBCASE("in the stored manifest of a release") {
    chart("web", "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\n");
    helm().store({"web", 4, "failed", "", {{"moduleChecksum", "a"}}});
    helm().fail_next("web",
                     "UPGRADE FAILED: unable to build kubernetes objects from current release manifest: resource "
                     "mapping not found for name: \"a\" namespace: \"\" from \"\": no matches for kind "
                     "\"PodDisruptionBudget\" in version \"policy/v1beta1\"");
    start();
    CHECK_MESSAGE(
      problems().find("not as policy/v1beta1; Helm has this from the last release: have policy/v1beta1 served again "
                      "until the upgrade is through")
        != std::string::npos,
      problems());
  }
  SUBCASE("in a binding") {
    hook("web/a.sh", v1("kubernetes: [{name: a, apiVersion: policy/v1beta1, kind: PodDisruptionBudget}]"));
    start();
    CHECK_MESSAGE(log().find("the API server serves the kind as policy/v1 only: take that for apiVersion")
                    != std::string::npos,
                  log());
  }
  SUBCASE("in an operation") {
    hook("web/a.sh", v1("beforeHelm: 1"), [](test::hook_run& run) {
      run.object_patch = "{operation: Delete, apiVersion: policy/v1beta1, kind: PodDisruptionBudget, name: a}";
    });
    start();
    CHECK_MESSAGE(log().find("does not serve kind 'PodDisruptionBudget' of 'policy/v1beta1', "
                             "but serves it as policy/v1")
                    != std::string::npos,
                  log());
  }
}
