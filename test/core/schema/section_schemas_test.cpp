#include "core/schema/section_schemas.hpp"

#include "text/yaml/yaml.hpp"

#include <doctest/doctest.h>

namespace {

text::json yaml(const char* text) {
  return *text::parse_yaml(text);
}

} // namespace

TEST_CASE("a section's schemas come from its two files") {
  const auto schemas = core::schema::make_section_schemas({.config_values = R"(
type: object
required: [project, clusterName]
definitions: {name: {type: string, minLength: 1}}
properties:
  project: {$ref: '#/definitions/name'}
  clusterName: {type: string}
  clusterHostname: {type: string}
x-doc: kept
)",
                                                           .values = R"(
x-extend: {schema: config-values.yaml}
type: object
required: [discovery]
x-required-for-helm: [param1]
properties:
  discovery: {type: object, x-required-for-helm: version, properties: {version: {type: string}}}
  param1: {type: string}
)"});
  REQUIRE_MESSAGE(schemas, schemas.error().message);
  const auto check = [](const std::optional<core::schema::schema>& schema, const char* value) {
    return core::schema::describe(schema->validate(yaml(value), "global"));
  };
  CHECK(check(schemas->config, "{project: p, clusterName: c}") == "");
  CHECK(check(schemas->config, "{project: '', x: 1}")
        == "global.clusterName is required; global.project must have at least 1 characters, has 0; "
           "global.x is a forbidden property");
  CHECK(check(schemas->values, "{project: p, clusterName: c, discovery: {}}") == "");
  CHECK(check(schemas->values, "{project: p}") == "global.clusterName is required; global.discovery is required");
  CHECK(check(schemas->helm, "{project: p, clusterName: c, discovery: {}}")
        == "global.param1 is required; global.discovery.version is required");
}

TEST_CASE("properties without additionalProperties allow no others, all the way down") {
  const auto schemas = core::schema::make_section_schemas({.config_values = R"(
properties:
  closed: {type: object}
  open: {type: object, additionalProperties: true, properties: {inner: {type: object}}}
  list: {items: {type: object}}
)"});
  REQUIRE(schemas);
  const auto check = [&](const char* value) {
    return core::schema::describe(schemas->config->validate(yaml(value), "v"));
  };
  CHECK(check("{closed: {x: 1}}") == "v.closed.x is a forbidden property");
  CHECK(check("{list: [{x: 1}]}") == "v.list[0].x is a forbidden property");
  CHECK(check("{open: {x: 1, inner: {y: 1}}}") == "");
}

TEST_CASE("a schema file that cannot be used is named") {
  const auto message = [](const char* text) {
    const auto schemas = core::schema::make_section_schemas({.config_values = text});
    return schemas ? std::string() : schemas.error().message;
  };
  CHECK(message("a: [").starts_with("openapi/config-values.yaml: invalid YAML: line "));
  CHECK(message("[]") == "openapi/config-values.yaml: a schema must be a map");
  CHECK(message("{properties: {a: {$ref: 'other.yaml#/x'}}}")
        == "openapi/config-values.yaml: schema.properties.a: $ref 'other.yaml#/x': this file was not read");
  CHECK(
    message("{definitions: {a: {$ref: '#/definitions/a'}}}").ends_with("leads into itself, which is not supported"));
  CHECK(message("{properties: {a: {$ref: '#/nowhere'}}}").ends_with("there is nothing in the file"));
  CHECK(
    message("{properties: {a: {$ref: '#/definitions/n'}}, definitions: {n: {}}}")
      .ends_with("there is nothing in the file; there is 'false', which is how YAML reads the bare key n: put it in "
                 "quotes"));
  CHECK(message("{properties: {a: {$ref: '#/x'}, b: {items: {$ref: '#/y'}}, c: {enum: 5}}}")
        == "openapi/config-values.yaml: schema.properties.a: $ref '#/x': there is nothing in the file; "
           "schema.properties.b.items: $ref '#/y': there is nothing in the file; "
           "schema.properties.c: 'enum' must be a list");
  CHECK(message("{properties: {a: {x-deckhouse-validations: [{expression: 'self >', message: m}]}}}")
        == "openapi/config-values.yaml: schema.properties.a.x-deckhouse-validations[0]: expression 'self >': line 1, "
           "column 7: expected a value, got the end");
}
