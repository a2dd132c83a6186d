#include "simulation/given_objects.hpp"

#include "text/yaml/yaml.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <string>

TEST_SUITE_BEGIN("simulation/given_objects");

namespace {

struct fixture {
  simulation::virtual_cluster cluster{"d8"};

  base::result<void> take(const std::string& yaml) {
    return simulation::take_over_all(cluster, text::parse_yaml_stream(yaml).value());
  }
  [[nodiscard]] bool serves(const std::string& plural) const {
    const auto& all = const_cast<simulation::virtual_cluster&>(cluster).api().resources();
    return std::any_of(all.begin(), all.end(), [&](const auto& x) { return x.plural == plural; });
  }
};

} // namespace

TEST_CASE_FIXTURE(fixture, "objects keep their uids, and their namespaces are made") {
  REQUIRE(take("{apiVersion: v1, kind: ConfigMap, metadata: {name: a, namespace: team, uid: u-1}}"));
  const auto found = cluster.find({"ConfigMap", "team", "a"}).value();
  REQUIRE(found);
  CHECK(found->find("metadata")->string_at("uid") == "u-1");
  CHECK(cluster.find({"Namespace", {}, "team"}).value());
}

TEST_CASE_FIXTURE(fixture, "a kind without definition is served, because there are objects of it") {
  REQUIRE(take("{apiVersion: example.com/v1, kind: Policy, metadata: {name: a, namespace: d8}}"));
  CHECK(serves("policies"));
  CHECK(cluster.find({"Policy", "d8", "a"}).value());
  REQUIRE(take("{apiVersion: example.com/v1, kind: Mesh, metadata: {name: a}}"));
  CHECK(serves("meshes"));
}

TEST_CASE_FIXTURE(fixture, "another version of a known kind has its plural") {
  REQUIRE(take("{apiVersion: networking.k8s.io/v1beta9, kind: IngressClass, metadata: {name: a}}"));
  CHECK(serves("ingressclasses"));
}

TEST_CASE_FIXTURE(fixture, "definitions come first, wherever they stand") {
  REQUIRE(take(R"(
apiVersion: example.com/v1
kind: Widget
metadata: {name: w, namespace: d8}
---
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: wodgets.example.com}
spec:
  group: example.com
  scope: Namespaced
  names: {kind: Widget, plural: wodgets}
  versions: [{name: v1, served: true, storage: true}]
)"));
  CHECK(serves("wodgets"));
  CHECK_FALSE(serves("widgets"));
}

TEST_CASE_FIXTURE(fixture, "an object without a name is refused") {
  const auto done = take("{apiVersion: v1, kind: ConfigMap, metadata: {}}");
  REQUIRE_FALSE(done);
  CHECK(done.error().message.find("metadata.name") != std::string::npos);
}

TEST_SUITE_END();
