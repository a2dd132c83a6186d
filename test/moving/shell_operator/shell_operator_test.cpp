#include "e2e/account.hpp"
#include "moving/moved.hpp"
#include "support/files.hpp"

#include <doctest/doctest.h>

#include <filesystem>

using e2e::contains;

namespace {

/// The administrator's kubeconfig with the rights of the tree's own account.
std::string kubeconfig_of(const moving::tree& files) {
  test::put_file(files.path("run/token"), e2e::token_of("moving-monitor-pods", "monitor-pods"));
  test::put_file(files.path("run/kubeconfig"), e2e::kubeconfig_with(files.path("run/token")));
  return files.path("run/kubeconfig");
}

} // namespace

TEST_CASE("hooks of a shell-operator run with the rights that they have there, without namespace and modules"
          * doctest::skip(e2e::no_cluster())) {
  const moving::tree files("shell_operator");
  files.apply("rbac.yaml");
  std::vector<std::string> variables{"SHELL_OPERATOR_HOOKS_DIR=" + files.path("hooks")};
  SUBCASE("nothing else is said") {}
  SUBCASE("shell-operator's own variable names a namespace") {
    variables.emplace_back("SHELL_OPERATOR_NAMESPACE=moving-monitor-pods");
  }
  moving::moved_operator run(files, {.kubeconfig = kubeconfig_of(files), .environment = variables});
  run.await({{"event", "hook_finished"}, {"binding", "kubernetes"}});
  run.await_converged();
  CHECK_EQ(run.readyz(), moving::all_is_well);

  const auto space = e2e::cluster().new_namespace("pods");
  files.apply("pod.yaml", space);
  run.await({{"event", "hook_output"}, {"line", "Pod new-one was added"}});
  CHECK_EQ(run.readyz(), moving::all_is_well);
  CHECK_EQ(run.all({{"level", "error"}}).size(), 0);
  const auto warnings = run.all({{"level", "warning"}});
  CHECK_EQ(warnings.size(), 1);
  CHECK_EQ(warnings[0]["event"], "no_modules");
  CHECK_EQ(run.stop().exit_code, 0);
}

TEST_CASE("with a namespace of its own the operator names the rights for ConfigMap and Secrets that it lacks"
          * doctest::skip(e2e::no_cluster())) {
  const moving::tree files("shell_operator");
  files.apply("rbac.yaml");
  std::filesystem::create_directories(files.path("modules"));
  auto variables = moving::platform_variables(files, "moving-monitor-pods");
  variables.push_back("SHELL_OPERATOR_HOOKS_DIR=" + files.path("hooks"));
  moving::moved_operator run(files, {.kubeconfig = kubeconfig_of(files), .environment = variables});
  run.await({{"event", "http_listening"}});
  for (const auto* kind : {"configmaps", "secrets"}) {
    const auto rule = std::string("add to a Role in namespace 'moving-monitor-pods' of "
                                  "'system:serviceaccount:moving-monitor-pods:monitor-pods': - {apiGroups: [\"\"], "
                                  "resources: [\"")
                      + kind + "\"], verbs: [\"list\", \"watch\"]}";
    const auto page = run.page_with(rule);
    CHECK_MESSAGE(contains(page, rule), page);
  }
  CHECK_EQ(run.stop().exit_code, 0);
}

TEST_CASE("a platform with modules must say where its releases are" * doctest::skip(e2e::no_cluster())) {
  const moving::tree files("no_modules");
  moving::moved_operator run(
    files, {.environment = {"MODULES_DIR=" + files.path("modules"), "GLOBAL_HOOKS_DIR=" + files.path("global-hooks")}});
  CHECK_EQ(run.await_exit().exit_code, 1);
  const auto error = run.all({{"event", "operator_cannot_start"}});
  REQUIRE_EQ(error.size(), 1);
  CHECK_MESSAGE(contains(error[0]["error"], "ADDON_OPERATOR_NAMESPACE is required"), error[0].line);
}
