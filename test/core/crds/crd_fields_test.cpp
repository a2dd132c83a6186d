#include "core/crds/crd_fields.hpp"

#include "text/yaml/yaml.hpp"

#include <doctest/doctest.h>

#include <string>
#include <vector>

namespace {

core::crds::known_fields known(const std::string& spec) {
  const auto document = text::parse_yaml(
    "apiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\nmetadata: {name: a}\nspec: " + spec);
  REQUIRE(document);
  return core::crds::known_definition_fields(*document);
}

} // namespace

TEST_CASE("fields that the API does not have are taken out, extensions of schemas without a word") {
  const auto x = known(R"(
  group: example.com
  version: v1
  names: {kind: A, plural: as, shortName: a}
  versions:
  - name: v1
    served: true
    schemas: {}
    schema:
      openAPIV3Schema:
        type: object
        x-doc-required: true
        x-kubernetes-preserve-unknown-fields: true
        properties:
          x-own: {type: string, x-doc-example: a, descripton: typo}
          list: {type: array, items: {type: string, x-doc: 1}}
          free: {type: object, additionalProperties: {type: string, x-doc: 1}, default: {x-doc: kept}, enum: [{z: 1}]}
          any: {anyOf: [{type: string, x-doc: 1}]}
)");
  CHECK(x.left_out
        == std::vector<std::string>{"spec.names.shortName", "spec.version",
                                    "spec.versions[0].schema.openAPIV3Schema.properties.x-own.descripton",
                                    "spec.versions[0].schemas"});
  CHECK(
    x.object.find("spec")->dump()
    == R"({"group":"example.com","names":{"kind":"A","plural":"as"},"versions":[{"name":"v1",)"
       R"("schema":{"openAPIV3Schema":{"properties":{"any":{"anyOf":[{"type":"string"}]},"free":)"
       R"({"additionalProperties":{"type":"string"},"default":{"x-doc":"kept"},"enum":[{"z":1}],)"
       R"("type":"object"},"list":{"items":{"type":"string"},"type":"array"},)"
       R"("x-own":{"type":"string"}},"type":"object","x-kubernetes-preserve-unknown-fields":true}},"served":true}]})");
}

TEST_CASE("what has the wrong type is left to the API server") {
  CHECK(known("{versions: text, names: [1], conversion: {strategy: None, webhook: 7}}").object.find("spec")->dump()
        == R"({"conversion":{"strategy":"None","webhook":7},"names":[1],"versions":"text"})");
  CHECK(known("{versions: [{schema: {openAPIV3Schema: {additionalProperties: true, items: [{x-doc: 1}]}}}]}")
          .object.find("spec")
          ->dump()
        == R"({"versions":[{"schema":{"openAPIV3Schema":{"additionalProperties":true,"items":[{}]}}}]})");
}
