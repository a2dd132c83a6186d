#include "core/schema/suspicious_parts.hpp"

#include "text/yaml/yaml.hpp"

#include <doctest/doctest.h>

#include <string>

namespace {

std::string warnings(const char* schema) {
  core::schema::notes notes;
  core::schema::note_suspicious_parts(*text::parse_yaml(schema), notes);
  std::string text;
  for (const auto& line : notes.lines()) text += (text.empty() ? "" : "; ") + line;
  return text;
}

} // namespace

TEST_CASE("an unknown keyword is reported wherever schemas stand, with what may be meant") {
  struct row {
    const char* schema;
    const char* want;
  };
  for (const auto& r : {
         row{"{minimun: 1}", "schema: unknown keyword 'minimun' is ignored: did you mean 'minimum'?"},
         row{"{replicas: {type: integer}}",
             "schema: unknown keyword 'replicas' is ignored: names of members stand under 'properties'"},
         row{"{what: 1}", "schema: unknown keyword 'what' is ignored"},
         row{"{properties: {a: {b: 1}}}", "schema.properties.a: unknown keyword 'b' is ignored"},
         row{"{patternProperties: {a: {b: 1}}}", "schema.patternProperties.a: unknown keyword 'b' is ignored"},
         row{"{definitions: {a: {b: 1}}}", "schema.definitions.a: unknown keyword 'b' is ignored"},
         row{"{dependencies: {a: {b: 1}, c: [d]}}", "schema.dependencies.a: unknown keyword 'b' is ignored"},
         row{"{items: {b: 1}}", "schema.items: unknown keyword 'b' is ignored"},
         row{"{items: [{}, {b: 1}]}", "schema.items[1]: unknown keyword 'b' is ignored"},
         row{"{additionalProperties: {b: 1}}", "schema.additionalProperties: unknown keyword 'b' is ignored"},
         row{"{additionalItems: {b: 1}}", "schema.additionalItems: unknown keyword 'b' is ignored"},
         row{"{allOf: [{b: 1}], anyOf: [{b: 1}], oneOf: [{b: 1}], not: {b: 1}}",
             "schema.allOf[0]: unknown keyword 'b' is ignored; schema.anyOf[0]: unknown keyword 'b' is ignored; "
             "schema.not: unknown keyword 'b' is ignored; schema.oneOf[0]: unknown keyword 'b' is ignored"},
       }) {
    CAPTURE(r.schema);
    CHECK(warnings(r.schema) == r.want);
  }
}

TEST_CASE("what is no keyword of a schema is not taken for one") {
  for (const char* schema : {
         "{default: {typ: 1}, example: {typ: 1}, examples: [{typ: 1}], enum: [{typ: 1}], x-doc: {typ: 1}}",
         "{properties: {typ: {}, minimun: {}}, definitions: {typ: {}}, required: [typ]}",
         "{properties: {a: {$ref: '#/definitions/b', typ: 1}}}",
         "{title: t, description: d, externalDocs: {typ: 1}, xml: {typ: 1}, discriminator: {typ: 1}}",
       }) {
    CAPTURE(schema);
    CHECK(warnings(schema) == "");
  }
}

TEST_CASE("a schema that does less than it seems to is reported") {
  CHECK(warnings("{properties: {a: {enum: []}}}") == "schema.properties.a: 'enum' has no values: it is ignored");
  CHECK(warnings("{type: string}") == "schema: a section is a map or a list, never of type \"string\"");
  CHECK(warnings("{type: ['null', string]}")
        == "schema: a section is a map or a list, never of type [\"null\",\"string\"]");
  CHECK(warnings("{type: object}") == "");
  CHECK(warnings("{type: array}") == "");
  CHECK(warnings("{type: [string, object], properties: {a: {type: string}}}") == "");
  for (const auto& [extend, shown] : {
         std::pair{"config-values.yaml", R"("config-values.yaml")"},
         std::pair{"{file: config-values.yaml}", R"({"file":"config-values.yaml"})"},
         std::pair{"{schema: null}", R"({"schema":null})"},
         std::pair{"null", "null"},
       })
    CHECK(
      warnings((std::string("{x-extend: ") + extend + "}").c_str())
      == std::string("schema: 'x-extend' must be a map with 'schema' (x-extend: {schema: config-values.yaml}), got ")
           + shown + ": it extends nothing");
  CHECK(warnings("{x-extend: {schema: anything}}") == "");
}
