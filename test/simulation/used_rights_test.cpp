#include "simulation/used_rights.hpp"

#include "simulation/fake_resources.hpp"

#include <doctest/doctest.h>

#include <set>
#include <string>

TEST_SUITE_BEGIN("simulation/used_rights");

namespace {

std::set<std::string> rights(const std::string& method, const std::string& target) {
  return simulation::used_rights({{method, target, {}}}, simulation::built_in_resources());
}

} // namespace

TEST_CASE("each request has its verb") {
  const std::string maps = "/api/v1/namespaces/d8/configmaps";
  CHECK(rights("GET", maps + "?limit=500") == std::set<std::string>{"list configmaps in namespace d8"});
  CHECK(rights("GET", maps + "?watch=true") == std::set<std::string>{"watch configmaps in namespace d8"});
  CHECK(rights("GET", maps + "/a") == std::set<std::string>{"get configmaps in namespace d8"});
  CHECK(rights("POST", maps) == std::set<std::string>{"create configmaps in namespace d8"});
  CHECK(rights("PUT", maps + "/a") == std::set<std::string>{"update configmaps in namespace d8"});
  CHECK(rights("PATCH", maps + "/a") == std::set<std::string>{"patch configmaps in namespace d8"});
  CHECK(rights("DELETE", maps + "/a") == std::set<std::string>{"delete configmaps in namespace d8"});
  CHECK(rights("DELETE", maps) == std::set<std::string>{"deletecollection configmaps in namespace d8"});
}

TEST_CASE("group, subresource and the whole cluster are in the right") {
  CHECK(rights("PATCH", "/apis/apps/v1/namespaces/d8/deployments/a/scale")
        == std::set<std::string>{"patch deployments/scale.apps in namespace d8"});
  CHECK(rights("GET", "/api/v1/configmaps") == std::set<std::string>{"list configmaps"});
}

TEST_CASE("discovery and unknown kinds need no right") {
  CHECK(rights("GET", "/apis").empty());
  CHECK(rights("GET", "/version").empty());
  CHECK(rights("GET", "/apis/example.com/v1/widgets").empty());
}

TEST_SUITE_END();
