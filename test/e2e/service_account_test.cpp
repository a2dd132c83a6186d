#include "account.hpp"
#include "given.hpp"
#include "run.hpp"

#include <doctest/doctest.h>

#include <chrono>

namespace {

/// Installs the operator's chart with these values, and lets the quickstart come up with the rights of its
/// service account.
void bring_quickstart_up(const std::string& name, const std::string& rights_file) {
  const auto space = e2e::cluster().new_namespace(name);
  // The chart's name for everything cluster-wide is the release's.
  const auto& release = space;
  (void)e2e::run_program({e2e::given().helm, "install", release, e2e::given().repository + "/charts/addon-operator",
                          "-n", space, "--set", "serviceAccount.name=operator", "-f", rights_file});
  auto files = e2e::platform::copy_of(e2e::given().repository + "/examples/quickstart");
  files.add_file("token", e2e::token_of(space, "operator"));
  files.add_file("kubeconfig", e2e::kubeconfig_with("token"));

  e2e::operator_run run(
    files, {.space = space, .kubeconfig = files.path("kubeconfig"), .environment = {"HELM_IGNORE_RELEASE=" + release}});
  run.await_converged();

  CHECK_EQ(run.all({{"level", "error"}}).size(), 0);
  const auto listed = e2e::helm_list(space);
  REQUIRE_EQ(listed.size(), 2);
  CHECK_EQ(listed[0], e2e::listed_release{release, "deployed", "1"});
  CHECK_EQ(listed[1], e2e::listed_release{"web-app", "deployed", "1"});
  CHECK_EQ(run.stop().exit_code, 0);
}

} // namespace

TEST_CASE("with the chart's service account and its rights the quickstart comes up"
          * doctest::skip(e2e::no_cluster())) {
  bring_quickstart_up("in-cluster", e2e::given().repository + "/examples/quickstart/rights.yaml");
}

TEST_CASE("with the rights that `addon-operator rbac` finds the quickstart comes up"
          * doctest::skip(e2e::no_cluster())) {
  const auto& given = e2e::given();
  e2e::platform files;
  files.add_file("rights.yaml",
                 e2e::run_program({given.operator_program, "rbac", given.repository + "/examples/quickstart"},
                                  {"HELM_BIN=" + given.helm}));
  bring_quickstart_up("computed-rights", files.path("rights.yaml"));
}

TEST_CASE("a right that is missing is named as a rule to paste, in the log and for readiness"
          * doctest::skip(e2e::no_cluster())) {
  const auto space = e2e::cluster().new_namespace("no-right");
  e2e::new_account(space, "look",
                   R"([{"apiGroups":[""],"resources":["configmaps"],"verbs":["*"]},)"
                   R"({"apiGroups":[""],"resources":["secrets"],"verbs":["get","list","watch"]}])");
  e2e::platform files;
  files.add_chart("010-web", e2e::config_map_manifest("web", "one"));
  files.add_file("modules/020-kinds/values.yaml", "kindsEnabled: true\n");
  files.add_file("modules/020-kinds/crds/a.yaml",
                 "apiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\n"
                 "metadata: {name: widgets.right.example.com}\nspec: {group: right.example.com}\n");
  files.add_file("token", e2e::token_of(space, "look"));
  files.add_file("kubeconfig", e2e::kubeconfig_with("token"));
  e2e::operator_run run(files, {.space = space, .kubeconfig = files.path("kubeconfig")});
  const auto failed = run.await({{"event", "helm_failed"}, {"module", "web"}});
  const std::string rule = "add to a Role in namespace '" + space + "' of 'system:serviceaccount:" + space
                           + R"(:look': - {apiGroups: [""], resources: ["secrets"], verbs: ["create"]})";
  CHECK_MESSAGE(e2e::contains(failed["error"], rule), failed.line);
  run.await({{"event", "task_retry"}});
  // The page follows the line of the log by a message.
  auto page = run.get("/readyz").body;
  for (int i = 0; i < 200 && !e2e::contains(page, rule); ++i) {
    run.await_more(std::chrono::milliseconds(50));
    page = run.get("/readyz").body;
  }
  CHECK_MESSAGE(e2e::contains(page, rule), page);
  CHECK_MESSAGE(e2e::contains(page, R"(a ClusterRole of 'system:serviceaccount:)" + space
                                      + R"(:look': - {apiGroups: ["apiextensions.k8s.io"], resources: )"
                                        R"(["customresourcedefinitions"], verbs: ["get"]})"),
                page);
}
