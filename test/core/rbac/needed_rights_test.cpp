#include "base/contains.hpp"
#include "core/rbac/needed_rights.hpp"
#include "core/rbac/template_kinds.hpp"
#include "text/yaml/yaml.hpp"

#include <doctest/doctest.h>

#include <string>
#include <vector>

namespace {

const std::string title =
  "# What the modules may do: values of the operator's chart, computed by `addon-operator rbac`.\n";

} // namespace

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

TEST_CASE("of a template is said what a rendering without a cluster does not show") {
  core::rbac::needed_rights rights;
  core::rbac::add_beyond_rendering(rights, "chart", "{{ if .Capabilities.APIVersions.Has \"x/v1\" }}");
  core::rbac::add_beyond_rendering(rights, "chart", "helm.sh/hook-output-log-policy: hook-failed");
  CHECK_EQ(rights.remarks(),
           std::vector<std::string>{"chart asks which kinds the cluster has: objects that it makes for "
                                    "others are not listed"});
  CHECK(base::contains(rights.chart_values(), "resources: [pods/log]\n      verbs: [get]"));
}
