#include "core/rbac/chart_rights.hpp"

#include "core/rbac/needed_rights.hpp"
#include "core/rbac/rights_as_chart_values.hpp"
#include "text/yaml/yaml.hpp"

#include <doctest/doctest.h>

#include <string>
#include <vector>

namespace {

const std::string title =
  "# What the modules may do: values of the operator's chart, computed by `addon-operator rbac`.\n";

std::string rights_of_chart(const std::string& objects) {
  core::rbac::needed_rights rights;
  core::rbac::add_rights_of_chart(rights, {}, "web",
                                  *text::parse_yaml_stream(objects, text::duplicate_keys::last_counts));
  return rights_as_chart_values(rights);
}

} // namespace

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
