#include "core/rbac/rights_as_chart_values.hpp"

#include "text/yaml/yaml.hpp"

#include <doctest/doctest.h>

#include <string>

namespace {

const std::string title =
  "# What the modules may do: values of the operator's chart, computed by `addon-operator rbac`.\n";

} // namespace

TEST_CASE("rights of the same kind and the same askers are one rule") {
  core::rbac::needed_rights rights;
  CHECK_EQ(core::rbac::rights_as_chart_values(rights), title + "rbac:\n  modules: []\n");
  rights.add({.group = "", .resource = "pods"}, {"watch", "list"}, "a");
  rights.add({.group = "", .resource = "nodes"}, {"watch"}, "a");
  rights.add({.group = "", .resource = "nodes"}, {"list"}, "a");
  rights.add({.group = "", .resource = "secrets"}, {"get"}, "line\nbreak");
  rights.add({.group = "apps", .resource = "deployments", .names = {"it's"}}, {"impersonate", "get"}, "b");
  rights.add({.group = {}, .resource = {}, .names = {}, .urls = {"/metrics", "*"}}, {"get"}, "b");
  rights.add({.group = "", .resource = "none"}, {}, "b");
  rights.remark("what is not known");
  rights.remark("what is not known");
  CHECK_EQ(core::rbac::rights_as_chart_values(rights), title + R"(# Look after: what is not known
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
  CHECK(text::parse_yaml(core::rbac::rights_as_chart_values(rights)).has_value());
}

TEST_CASE("webhooks of hooks switch the value of the chart on") {
  core::rbac::needed_rights rights;
  rights.add_webhooks("hook 'a.sh'");
  CHECK_EQ(core::rbac::rights_as_chart_values(rights),
           title + "rbac:\n  modules: []\nwebhooks:\n  # hook 'a.sh'\n  enabled: true\n");
}
