#include "core/rbac/needed_rights.hpp"

#include "core/rbac/template_kinds.hpp"

#include <doctest/doctest.h>

#include <string>
#include <vector>

namespace {

using texts = std::vector<std::string>;

texts verbs_of(const core::rbac::needed_rights& rights, const std::string& resource) {
  const auto found = rights.rights().find({.group = "", .resource = resource});
  return found == rights.rights().end() ? texts{} : texts(found->second.verbs.begin(), found->second.verbs.end());
}

} // namespace

TEST_CASE("the verbs and the askers of a resource are collected, each once") {
  core::rbac::needed_rights rights;
  const core::rbac::right_target pods{.group = "", .resource = "pods"};
  rights.add(pods, {"watch"}, "a");
  rights.add(pods, {"list", "watch"}, "b");
  rights.add(pods, {"get"}, "a");
  rights.add({.group = "", .resource = "none"}, {}, "a");
  CHECK_EQ(verbs_of(rights, "pods"), texts{"get", "list", "watch"});
  CHECK_EQ(rights.rights().at(pods).askers, texts{"a", "b"});
  CHECK_EQ(rights.rights().size(), 1);
}

TEST_CASE("of a template is said what a rendering without a cluster does not show") {
  core::rbac::needed_rights rights;
  core::rbac::add_beyond_rendering(rights, "chart", "{{ if .Capabilities.APIVersions.Has \"x/v1\" }}");
  core::rbac::add_beyond_rendering(rights, "chart", "helm.sh/hook-output-log-policy: hook-failed");
  CHECK_EQ(rights.remarks(), texts{"chart asks which kinds the cluster has: objects that depend on the "
                                   "answer may be missing"});
  CHECK_EQ(verbs_of(rights, "pods/log"), texts{"get"});
}
