#include "core/crds/crd_losses.hpp"

#include "support/yaml.hpp"

#include <doctest/doctest.h>

#include <string>
#include <vector>

namespace {

using test::yaml;

using parts = std::vector<std::string>;

core::crds::definition wanted(const std::string& spec) {
  return {"a", "/crds/a.yaml", yaml("spec: " + spec), {{"heritage", "addon-operator"}}};
}

std::string version(const std::string& name, const std::string& schema) {
  return "{name: " + name + ", served: true, schema: {openAPIV3Schema: " + schema + "}}";
}

parts lost(const std::string& now, const std::string& before, const std::string& more = "") {
  return core::crds::lost_parts(wanted("{versions: [" + now + "]}"),
                                yaml("spec: {versions: [" + before + "]}\n" + more));
}

const std::string small = "{properties: {spec: {properties: {a: {type: string}}}}}";
const std::string large = "{properties: {spec: {properties: {a: {type: string}, extra: {type: string}}}}}";

} // namespace

TEST_CASE("a property that the module's schema lacks is lost, a new property is not") {
  CHECK(lost(version("v1", small), version("v1", large)) == parts{"spec.extra of v1"});
  CHECK(lost(version("v1", large), version("v1", small)).empty());
  CHECK(lost(version("v1", small), version("v1", small)).empty());
}

TEST_CASE("properties below lists and maps are compared") {
  const auto list = [](const std::string& inner) { return "{properties: {l: {items: " + inner + "}}}"; };
  const auto map = [](const std::string& inner) { return "{properties: {m: {additionalProperties: " + inner + "}}}"; };
  CHECK(lost(version("v1", list(small)), version("v1", list(large))) == parts{"l[].spec.extra of v1"});
  CHECK(lost(version("v1", map(small)), version("v1", map(large))) == parts{"m.*.spec.extra of v1"});
}

TEST_CASE("a schema that keeps unknown fields loses nothing") {
  for (const auto* open :
       {"{x-kubernetes-preserve-unknown-fields: true}", "{properties: {spec: {additionalProperties: {type: string}}}}",
        "{properties: {spec: {additionalProperties: true}}}",
        "{properties: {spec: {x-kubernetes-preserve-unknown-fields: true}}}"})
    CHECK_MESSAGE(lost(version("v1", open), version("v1", large)).empty(), open);
  CHECK(lost("{name: v1, served: true}", version("v1", large)).empty());
}

TEST_CASE("a served version that the module lacks is lost unless objects may be stored in it") {
  const auto both = version("v1", small) + ", " + version("v2", small);
  CHECK(lost(version("v1", small), both) == parts{"version v2"});
  CHECK(lost(version("v1", small), both, "status: {storedVersions: [v1, v2]}").empty());
  CHECK(lost(version("v1", small), version("v1", small) + ", {name: v0, served: false}").empty());
}

TEST_CASE("a definition that an operator has installed is the module's") {
  const auto of = [](const std::string& metadata) {
    return lost(version("v1", small), version("v1", large), "metadata: " + metadata);
  };
  CHECK(of("{labels: {heritage: addon-operator, team: a}}").empty());
  CHECK(of("{managedFields: [{manager: addon-operator, operation: Apply}]}").empty());
  CHECK_FALSE(of("{labels: {heritage: other}}").empty());
  CHECK_FALSE(of("{managedFields: [{manager: addon-operator, operation: Update}]}").empty());
  CHECK_FALSE(of("{managedFields: [{manager: kubectl, operation: Apply}]}").empty());
}

TEST_CASE("odd definitions are compared without harm") {
  for (const auto* odd : {"spec: 1", "spec: {versions: {}}", "spec: {versions: [1, null]}", "metadata: 1", "{}",
                          "spec: {versions: [{name: v1, schema: 1}]}", "metadata: {labels: 1, managedFields: [1]}"})
    CHECK_MESSAGE(core::crds::lost_parts(wanted("{versions: [" + version("v1", small) + "]}"), yaml(odd)).empty(), odd);
}

TEST_CASE("the problem names definition, file, parts and the next step") {
  const auto words = core::crds::describe_held(wanted("{}"), {"1", "2", "3", "4", "5", "6"});
  CHECK(words.find("CustomResourceDefinition 'a' stays as it is") == 0);
  CHECK(words.find("/crds/a.yaml does not have 1, 2, 3, 4, 5 and 1 more") != words.npos);
  CHECK(words.find("kubectl apply --server-side --force-conflicts") != words.npos);
}
