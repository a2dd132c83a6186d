#include "e2e/account.hpp"
#include "moving/moved.hpp"
#include "support/files.hpp"

#include <doctest/doctest.h>

using e2e::contains;

namespace {

struct refusal {
  const char* modules; ///< directory
  test::log_pattern log;
  const char* rule; ///< what the log and the page have, ready to paste
};

} // namespace

TEST_CASE("when a right is missing, log and readiness have the rule to paste" * doctest::skip(e2e::no_cluster())) {
  const moving::tree files("missing_rights");
  files.apply("rbac.yaml");
  test::put_file(files.path("run/token"), e2e::token_of("moving-rights", "addon-operator"));
  test::put_file(files.path("run/kubeconfig"), e2e::kubeconfig_with(files.path("run/token")));
  refusal expected;
  SUBCASE("helm may not install") {
    expected = {"modules",
                {{"event", "helm_failed"}},
                "add to a Role in namespace 'moving-rights' of 'system:serviceaccount:moving-rights:addon-operator': "
                "- {apiGroups: [\"apps\"], resources: [\"deployments\"], verbs: "};
  }
  SUBCASE("kubectl in a hook may not list") {
    expected = {"kubectl-modules",
                {{"event", "hook_failed"}},
                "add to a ClusterRole of 'system:serviceaccount:moving-rights:addon-operator': "
                "- {apiGroups: [\"\"], resources: [\"nodes\"], verbs: [\"list\", \"watch\"]}"};
  }
  SUBCASE("a hook's object patch is refused") {
    expected = {"patching-modules",
                {{"event", "hook_failed"}},
                "add to a Role in namespace 'default' of 'system:serviceaccount:moving-rights:addon-operator': "
                "- {apiGroups: [\"batch\"], resources: [\"jobs\"], verbs: "};
  }
  SUBCASE("a hook's objects may not be listed") {
    expected = {"watching-modules",
                {{"event", "module_waits"}},
                "add to a ClusterRole of 'system:serviceaccount:moving-rights:addon-operator': "
                "- {apiGroups: [\"\"], resources: [\"services\"], verbs: [\"list\", \"watch\"]}"};
  }
  moving::moved_operator run(files, {.kubeconfig = files.path("run/kubeconfig"),
                                     .environment = {"MODULES_DIR=" + files.path(expected.modules),
                                                     "GLOBAL_HOOKS_DIR=" + files.path("global-hooks"),
                                                     "ADDON_OPERATOR_NAMESPACE=moving-rights"}});
  const auto entry = run.await(expected.log);
  const auto words = entry["error"] + entry["reason"];
  CHECK_MESSAGE(contains(words, expected.rule), entry.line);
  const auto page = run.page_with(expected.rule);
  CHECK_MESSAGE(contains(page, expected.rule), page);
  CHECK_EQ(run.stop().exit_code, 0);
}
