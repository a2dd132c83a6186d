#include "base/contains.hpp"
#include "core/rbac/chart_rights.hpp"
#include "core/rbac/hook_rights.hpp"
#include "core/rbac/needed_rights.hpp"
#include "core/rbac/resource_names.hpp"
#include "core/rbac/template_kinds.hpp"
#include "text/yaml/yaml.hpp"

#include <doctest/doctest.h>

#include <string>
#include <vector>

namespace {

const std::string title =
  "# What the modules may do: values of the operator's chart, computed by `addon-operator rbac`.\n";

std::string resource_of(const core::rbac::resource_names& names, const char* version, const char* kind) {
  const auto x = names.find(version, kind);
  return x.group + "/" + x.plural + (x.is_guess ? "?" : "");
}

std::string rights_of_chart(const std::string& objects) {
  core::rbac::needed_rights rights;
  core::rbac::add_rights_of_chart(rights, {}, "web",
                                  *text::parse_yaml_stream(objects, text::duplicate_keys::last_counts));
  return rights.chart_values();
}

core::bindings::hook_definition hook_with(const std::vector<core::bindings::kubernetes_binding>& bindings) {
  core::bindings::hook_definition hook;
  hook.kubernetes = bindings;
  return hook;
}

std::string rights_of_text(const std::string& text, const core::bindings::hook_definition& hook = {}) {
  core::rbac::needed_rights rights;
  core::rbac::add_rights_of_patches(rights, {}, "hook", hook, text);
  return rights.chart_values();
}

} // namespace

TEST_CASE("a kind is found by each of its names") {
  core::rbac::resource_names names;
  names.add_definition(*text::parse_yaml(
    "spec: {group: stable.example.com, names: {kind: Mouse, plural: mice, singular: mouse, shortNames: [ms]}}"));
  names.add_definition(*text::parse_yaml("spec: {group: broken.example.com}"));
  CHECK_EQ(resource_of(names, "apps/v1", "Deployment"), "apps/deployments");
  CHECK_EQ(resource_of(names, "", "netpol"), "networking.k8s.io/networkpolicies");
  CHECK_EQ(resource_of(names, "v1", "pods"), "/pods");
  CHECK_EQ(resource_of(names, "events.k8s.io/v1", "Event"), "events.k8s.io/events");
  CHECK_EQ(resource_of(names, "stable.example.com/v1", "Mouse"), "stable.example.com/mice");
  CHECK_EQ(resource_of(names, "", "ms"), "stable.example.com/mice");
  CHECK_EQ(resource_of(names, "other.example.com/v1", "Policy"), "other.example.com/policies?");
  CHECK_EQ(resource_of(names, "other.example.com/v1", "Proxy"), "other.example.com/proxies?");
  CHECK_EQ(resource_of(names, "other.example.com/v1", "Gateway"), "other.example.com/gateways?");
  CHECK_EQ(resource_of(names, "other.example.com/v1", "Box"), "other.example.com/boxes?");
  CHECK_EQ(resource_of(names, "v1", "Deployment"), "/deployments?");
}

TEST_CASE("rights of the same kind and the same askers are one rule") {
  core::rbac::needed_rights rights;
  CHECK_EQ(rights.chart_values(), title + "rbac:\n  modules: []\n");
  rights.add({.group = "", .resource = "pods"}, {"watch", "list"}, "a");
  rights.add({.group = "", .resource = "nodes"}, {"watch"}, "a");
  rights.add({.group = "", .resource = "nodes"}, {"list"}, "a");
  rights.add({.group = "", .resource = "secrets"}, {"get"}, "line\nbreak");
  rights.add({.group = "apps", .resource = "deployments", .names = {"it's"}}, {"impersonate", "get"}, "b");
  rights.add({.group = {}, .resource = {}, .names = {}, .urls = {"/metrics", "*"}}, {"get"}, "b");
  rights.add({.group = "", .resource = "none"}, {}, "b");
  rights.remark("what is not known");
  rights.remark("what is not known");
  CHECK_EQ(rights.chart_values(), title + R"(# Look after: what is not known
rbac:
  modules:
    # b
    - nonResourceURLs: ['/metrics', '*']
      verbs: [get]
    # a
    - apiGroups: ['']
      resources: [nodes, pods]
      verbs: [list, watch]
    # line break
    - apiGroups: ['']
      resources: [secrets]
      verbs: [get]
    # b
    - apiGroups: [apps]
      resources: [deployments]
      resourceNames: ['it''s']
      verbs: [get, impersonate]
)");
  CHECK(text::parse_yaml(rights.chart_values()).has_value());
}

TEST_CASE("a chart needs its objects, what its roles grant, and to bind roles of others") {
  CHECK_EQ(
    rights_of_chart(R"(apiVersion: v1
kind: List
items:
- {apiVersion: v1, kind: ServiceAccount, metadata: {name: web}}
---
apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRole
metadata: {name: web}
rules:
- {apiGroups: [apps], resources: [deployments, statefulsets], verbs: [get]}
- {nonResourceURLs: [/metrics], verbs: [get]}
---
apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRoleBinding
metadata: {name: web}
roleRef: {kind: ClusterRole, name: web}
---
apiVersion: rbac.authorization.k8s.io/v1
kind: RoleBinding
metadata: {name: view}
roleRef: {kind: ClusterRole, name: view}
---
apiVersion: example.com/v1
kind: Mouse
)"),
    title
      + R"(# Look after: chart of module 'web' has the kind Mouse of example.com/v1, which is not defined in the modules: 'mouses' is a guess
rbac:
  modules:
    # chart of module 'web', which grants it by ClusterRole 'web'
    - nonResourceURLs: ['/metrics']
      verbs: [get]
    # chart of module 'web'
    - apiGroups: ['']
      resources: [serviceaccounts]
      verbs: [get, list, watch, create, patch, delete]
    # chart of module 'web', which grants it by ClusterRole 'web'
    - apiGroups: [apps]
      resources: [deployments, statefulsets]
      verbs: [get]
    # chart of module 'web'
    - apiGroups: [example.com]
      resources: [mouses]
      verbs: [get, list, watch, create, patch, delete]
    # chart of module 'web'
    - apiGroups: [rbac.authorization.k8s.io]
      resources: [clusterrolebindings, clusterroles, rolebindings]
      verbs: [get, list, watch, create, patch, delete]
    # chart of module 'web', which binds it by RoleBinding 'view'
    - apiGroups: [rbac.authorization.k8s.io]
      resources: [clusterroles]
      resourceNames: [view]
      verbs: [bind]
)");
}

TEST_CASE("a binding needs to list and watch its kind, and namespaces if it chooses them by label") {
  core::bindings::kubernetes_binding pods;
  pods.name = "pods";
  pods.kind = "po";
  pods.namespaces.labels.emplace();
  core::rbac::needed_rights rights;
  core::rbac::add_rights_of_bindings(rights, {}, "hook", hook_with({pods}));
  CHECK_EQ(rights.chart_values(), title + R"(rbac:
  modules:
    # hook, binding 'pods'
    - apiGroups: ['']
      resources: [namespaces, pods]
      verbs: [list, watch]
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

TEST_CASE("the kinds of a template stand in its first column") {
  const auto objects = core::rbac::kinds_of_template(R"({{- if .Values.web.enabled }}
apiVersion: apps/v1 # since 1.9
kind: "Deployment"
spec:
  kind: NotThis
---
kind: Service
apiVersion: v1
{{- end }}
---
apiVersion: {{ include "version" . }}
kind: Ingress
---
apiVersion: v1
kind: {{ .Values.kind }}
)");
  REQUIRE_EQ(objects.size(), 2);
  CHECK_EQ(objects[0].dump(), R"({"apiVersion":"apps/v1","kind":"Deployment"})");
  CHECK_EQ(objects[1].dump(), R"({"apiVersion":"v1","kind":"Service"})");
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
  CHECK_EQ(
    rights_of_text("{operation: Create, kind: svc} {operation: Create, kind: $kind}"),
    title + R"(# Look after: hook has operations or kinds that are no plain words: there may be more than what is listed
rbac:
  modules:
    # hook, object patches
    - apiGroups: ['']
      resources: [services]
      verbs: [create]
)");
  CHECK_EQ(rights_of_text(". ./lib.sh\n"),
           title
             + "# Look after: hook uses other files: what they change in the cluster is not read\n"
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
                       "# Look after: hook uses other files: what they change in the cluster is not read\n"));
}

TEST_CASE("of a template is said what a rendering without a cluster does not show") {
  core::rbac::needed_rights rights;
  core::rbac::add_beyond_rendering(rights, "chart", "{{ if .Capabilities.APIVersions.Has \"x/v1\" }}");
  core::rbac::add_beyond_rendering(rights, "chart", "helm.sh/hook-output-log-policy: hook-failed");
  CHECK_EQ(rights.remarks(),
           std::vector<std::string>{"chart asks which kinds the cluster has: objects that it makes for "
                                    "others are not listed"});
  CHECK(base::contains(rights.chart_values(), "resources: [pods/log]\n      verbs: [get]"));
}

TEST_CASE("a template hides kinds that the template language makes, and JSON") {
  CHECK_FALSE(core::rbac::hides_kinds("{{ if .Values.a }}\napiVersion: v1\nkind: Pod\n{{ end }}"));
  CHECK(core::rbac::hides_kinds("apiVersion: {{ include \"version\" . }}\nkind: Deployment\n"));
  CHECK(core::rbac::hides_kinds("{\"kind\": \"Pod\"}"));
}
