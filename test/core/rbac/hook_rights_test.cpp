#include "core/rbac/hook_rights.hpp"

#include "base/contains.hpp"
#include "core/bindings/conversion_binding.hpp"
#include "core/bindings/webhook_binding.hpp"
#include "core/rbac/needed_rights.hpp"
#include "core/rbac/rights_as_chart_values.hpp"

#include <doctest/doctest.h>

#include <memory>
#include <string>
#include <vector>

namespace {

const std::string title =
  "# What the modules may do: values of the operator's chart, computed by `addon-operator rbac`.\n";

core::bindings::hook_definition hook_with(const std::vector<core::bindings::kubernetes_binding>& bindings) {
  core::bindings::hook_definition hook;
  hook.kubernetes = bindings;
  return hook;
}

std::string rights_of_text(const std::string& text, const core::bindings::hook_definition& hook = {}) {
  core::rbac::needed_rights rights;
  core::rbac::add_rights_of_patches(rights, {}, "hook", hook, text);
  return rights_as_chart_values(rights);
}

} // namespace

TEST_CASE("a binding needs to list and watch its kind, and namespaces if it chooses them by label") {
  core::bindings::kubernetes_binding pods;
  pods.name = "pods";
  pods.kind = "po";
  pods.namespaces.labels.emplace();
  core::rbac::needed_rights rights;
  core::rbac::add_rights_of_bindings(rights, {}, "hook", hook_with({pods}));
  CHECK_EQ(rights_as_chart_values(rights), title + R"(rbac:
  modules:
    # hook, binding 'pods'
    - apiGroups: ['']
      resources: [namespaces, pods]
      verbs: [list, watch]
)");
}

TEST_CASE("a hook with webhooks switches them on in the chart, and a conversion needs its definition") {
  core::rbac::needed_rights rights;
  core::bindings::hook_definition hook;
  add_rights_of_bindings(rights, {}, "plain hook", hook);
  CHECK(rights.webhooks().empty());
  hook.webhooks = {std::make_shared<const core::bindings::webhook_binding>()};
  add_rights_of_bindings(rights, {}, "hook", hook);
  CHECK(rights.webhooks() == std::vector<std::string>{"hook"});
  CHECK(rights.rights().empty());
  core::bindings::conversion_binding tabs;
  tabs.name = "tabs";
  tabs.definition = "tabs.x.io";
  core::bindings::hook_definition converter;
  converter.conversions = {std::make_shared<const core::bindings::conversion_binding>(tabs)};
  add_rights_of_bindings(rights, {}, "converter", converter);
  CHECK_EQ(rights_as_chart_values(rights), title + R"(rbac:
  modules:
    # converter, conversion 'tabs'
    - apiGroups: [apiextensions.k8s.io]
      resources: [customresourcedefinitions]
      resourceNames: [tabs.x.io]
      verbs: [get, list, watch, patch]
webhooks:
  # hook
  # converter
  enabled: true
)");
}

TEST_CASE("what a hook changes is read off its text, in whatever way the text is written") {
  const std::string deployments = title + R"(rbac:
  modules:
    # hook, object patches
    - apiGroups: [apps]
      resources: [deployments]
      verbs: [patch]
)";
  for (const auto* text : {"echo '{\"operation\": \"MergePatch\", \"kind\": \"Deployment\"}' >$KUBERNETES_PATCH_PATH",
                           "echo \"{\\\"operation\\\":\\\"JSONPatch\\\",\\\"kind\\\":\\\"Deployment\\\"}\"",
                           "cat <<END\noperation: MergePatch\napiVersion: apps/v1\nkind: Deployment\nEND",
                           "print(dict(operation='MergePatch', kind='Deployment'))"})
    CHECK_EQ(rights_of_text(text), deployments);

  SUBCASE("a kind that is only watched is not changed") {
    core::bindings::kubernetes_binding nodes;
    nodes.kind = "Node";
    const auto text = rights_of_text("kind: Node\noperation: Delete\nkind: Pod\n", hook_with({nodes}));
    CHECK(base::contains(text, "resources: [pods]\n      verbs: [list, watch, delete]"));
    CHECK_FALSE(base::contains(text, "nodes"));
  }
  SUBCASE("subresources") {
    const auto text = rights_of_text("operation: JQPatch\nkind: Pod\nsubresource: /status\n");
    CHECK(base::contains(text, "resources: [pods, pods/status]\n      verbs: [get, update]"));
  }
  SUBCASE("the group of a kind that nobody knows stands before it") {
    const auto text = rights_of_text("operation: Create\nobject:\n  apiVersion: example.com/v1\n  kind: Widget\n");
    CHECK(base::contains(text, "apiGroups: [example.com]\n      resources: [widgets]\n      verbs: [create]"));
    CHECK(base::contains(text, "'widgets' is a guess"));
  }
}

TEST_CASE("what a text does not tell is said") {
  CHECK(base::contains(rights_of_text("kubectl get pods"), "hook calls kubectl"));
  CHECK(base::contains(rights_of_text(std::string("\x7f"
                                                  "ELF\0\0",
                                                  6)),
                       "hook is no script"));
  CHECK(base::contains(rights_of_text("operation: Delete\nkind: $KIND"), "kinds that its text does not name"));
  CHECK(base::contains(rights_of_text("kind: Pod\necho >$KUBERNETES_PATCH_PATH"),
                       "operations that its text does not name"));
  CHECK_EQ(rights_of_text("echo kind words, nothing else"), title + "rbac:\n  modules: []\n");
}

TEST_CASE("calls of the framework for Python are object patches, and comments are none") {
  CHECK_EQ(rights_of_text("# never kind: Node, operation: Delete\n"
                          "hook.objects.merge_patch({'a': 1}, kind='Namespace', name='x')\n"),
           title + R"(rbac:
  modules:
    # hook, object patches
    - apiGroups: ['']
      resources: [namespaces]
      verbs: [patch]
)");
}

TEST_CASE("a short name of a kind is one, and what is no plain word is a remark") {
  CHECK_EQ(rights_of_text("{operation: Create, kind: svc} {operation: Create, kind: $kind}"),
           title + R"(# Look after: hook has operations or kinds that are no plain words: the list may be incomplete
rbac:
  modules:
    # hook, object patches
    - apiGroups: ['']
      resources: [services]
      verbs: [create]
)");
  CHECK_EQ(rights_of_text(". ./lib.sh\n"),
           title
             + "# Look after: hook uses other files: their changes in the cluster are not read\n"
               "rbac:\n  modules: []\n");
  CHECK_EQ(rights_of_text("source /frameworks/shell/hook.sh\n. /shell_lib.sh\n"), title + "rbac:\n  modules: []\n");
}

TEST_CASE("the framework for Python is known, other files that a hook imports are not") {
  const std::string hook = "from addon_operator import run\n'''\nsource of truth: the namespaces\n'''\n"
                           "def handle(hook):\n  hook.objects.merge_patch({'a': 1}, kind='Namespace', name='x')\n";
  CHECK_FALSE(base::contains(rights_of_text(hook), "Look after"));
  CHECK_FALSE(
    base::contains(rights_of_text("import sys\nsys.path.insert(0, '/frameworks/python')\n" + hook), "Look after"));
  CHECK(base::contains(rights_of_text("import sys\nsys.path.insert(0, 'lib')\n" + hook),
                       "# Look after: hook uses other files: their changes in the cluster are not read\n"));
}
