#include "core/rbac/resource_names.hpp"

#include "text/yaml/yaml.hpp"

#include <doctest/doctest.h>

#include <string>
#include <vector>

namespace {

std::string resource_of(const core::rbac::resource_names& names, const char* version, const char* kind) {
  const auto x = names.find(version, kind);
  return x.group + "/" + x.plural + (x.is_guess ? "?" : "");
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
