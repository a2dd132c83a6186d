#include "simulation/virtual_cluster.hpp"

#include "text/yaml/yaml.hpp"

#include <doctest/doctest.h>

TEST_SUITE_BEGIN("simulation/virtual_cluster");

namespace {

struct fixture {
  simulation::virtual_cluster cluster{"d8"};

  void apply(const char* yaml) {
    const auto done = cluster.apply(text::parse_yaml(yaml).value());
    REQUIRE_MESSAGE(done, done.error().message);
  }
  [[nodiscard]] std::string refused(const char* yaml) {
    const auto done = cluster.apply(text::parse_yaml(yaml).value());
    return done ? "accepted" : done.error().message;
  }
  [[nodiscard]] text::json object(const char* name) const {
    const auto found = cluster.find(simulation::parse_object_name(name).value());
    REQUIRE_MESSAGE(found, found.error().message);
    return found->value_or(text::json());
  }
};

constexpr auto definition = R"(
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: widgets.example.com}
spec:
  group: example.com
  scope: Namespaced
  names: {kind: Widget, plural: widgets, shortNames: [wd]}
  versions: [{name: v1, served: true}]
)";
constexpr auto widget = "{apiVersion: example.com/v1, kind: Widget, metadata: {name: w}}";

} // namespace

TEST_CASE_FIXTURE(fixture, "objects are made with their namespaces, and merged when they are there") {
  apply("{apiVersion: v1, kind: ConfigMap, metadata: {name: a, namespace: team}, data: {x: '1', y: '2'}}");
  CHECK_EQ(object("Namespace team").find("status")->string_at("phase"), "Active");
  apply("{apiVersion: v1, kind: ConfigMap, metadata: {name: a, namespace: team}, data: {y: null, z: '3'}}");
  CHECK_EQ(object("ConfigMap team/a").find("data")->dump(), R"({"x":"1","z":"3"})");
  apply("{apiVersion: v1, kind: ConfigMap, metadata: {name: b}}");
  CHECK_FALSE(object("cm b").is_null());
}

TEST_CASE_FIXTURE(fixture, "stringData of a Secret becomes data") {
  apply("{apiVersion: v1, kind: Secret, metadata: {name: a}, stringData: {x: hello}}");
  CHECK_EQ(object("Secret a").find("data")->string_at("x"), "aGVsbG8=");
  CHECK_EQ(object("Secret a").find("stringData"), nullptr);
}

TEST_CASE_FIXTURE(fixture, "a CustomResourceDefinition serves its kind as long as it is there") {
  CHECK_EQ(refused(widget), "Widget w: the virtual cluster serves no kind 'Widget' of example.com/v1: apply its "
                            "CustomResourceDefinition first");
  apply(definition);
  apply(widget);
  CHECK_FALSE(object("wd w").is_null());
  REQUIRE(cluster.remove(simulation::parse_object_name("crd widgets.example.com").value()));
  CHECK_NE(refused(widget), "accepted");
}

TEST_CASE_FIXTURE(fixture, "what is not there cannot be removed") {
  const auto done = cluster.remove({"ConfigMap", "", "none"});
  REQUIRE_FALSE(done);
  CHECK_EQ(done.error().code, base::error_code::not_found);
}

TEST_SUITE_END();
