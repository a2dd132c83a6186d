#include "core/crds/rendered_definitions.hpp"

#include <doctest/doctest.h>

#include <string>

namespace {

std::string names(const std::string& manifest) {
  std::string text;
  for (const auto& x : core::crds::rendered_definitions(manifest)) text += x.name + ";";
  return text;
}

std::string definition(const std::string& metadata, const std::string& spec = "{group: a}") {
  return "{apiVersion: apiextensions.k8s.io/v1, kind: CustomResourceDefinition, metadata: " + metadata
         + ", spec: " + spec + "}";
}

} // namespace

TEST_CASE("definitions in a chart are found, also in lists") {
  CHECK(
    names("a: 1\n---\n# Source: web/templates/a.yaml\n" + definition("{name: a}") + "\n---\n" + definition("{name: b}"))
    == "a;b;");
  CHECK(names("{apiVersion: v1, kind: List, items: [" + definition("{name: a}") + "]}") == "a;");
  const auto found = core::crds::rendered_definitions(definition("{name: a}"));
  REQUIRE(found.size() == 1);
  CHECK(found[0].object.find("spec")->string_at("group") == "a");
}

TEST_CASE("objects that are no usable definitions are left out") {
  CHECK(names("kind: CustomResourceDefinition\n").empty());
  CHECK(names("- CustomResourceDefinition\n").empty());
  CHECK(names(definition("{name: a}", "1")).empty());
  CHECK(names(definition("{}")).empty());
  CHECK(names(definition("{name: a, annotations: {helm.sh/hook: pre-install}}")).empty());
  CHECK(names(definition("{name: a}") + "\n---\n}").empty());
}
