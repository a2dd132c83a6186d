#include "core/schema/schema.hpp"

#include "text/yaml/yaml.hpp"

#include <doctest/doctest.h>

namespace {

text::json yaml(const char* text) {
  return *text::parse_yaml(text);
}

std::string validate(const char* schema, const char* value) {
  const auto compiled = core::schema::schema::compile(yaml(schema));
  if (!compiled) return compiled.error().message;
  return core::schema::describe(compiled->validate(yaml(value), "v"));
}

} // namespace

TEST_CASE("what only says something to people changes nothing") {
  CHECK(validate("{title: t, description: d, example: 1, x-examples: [{a: 1}], x-doc: {x: 1}, readOnly: true, "
                 "deprecated: true, externalDocs: {url: u}, discriminator: kind}",
                 "anything")
        == "");
}

TEST_CASE("what would change the meaning is refused with its place") {
  CHECK(validate("{properties: {a: {const: 1}}}", "1") == "schema.properties.a: the keyword 'const' is not supported");
  CHECK(validate("{if: {}}", "1") == "schema: the keyword 'if' is not supported");
  CHECK(
    validate("{properties: {a: {x-deckhouse-validations: [{expression: 'self > 1'}]}}}", "1")
    == "schema.properties.a.x-deckhouse-validations[0]: a rule has an 'expression' and a 'message', both texts that "
       "are not empty");
  CHECK(validate("{type: 5}", "1") == "schema: 'type' must be a name or a list of names, got 5");
  CHECK(validate("{type: [string, {}]}", "1") == "schema: 'type' must be a name or a list of names, got {}");
  CHECK(validate("{enum: 5}", "1") == R"(schema: 'enum' must be a list)");
  CHECK(validate("{pattern: '(?=x)'}", "1").starts_with("schema: invalid pattern '(?=x)': "));
  CHECK(validate("{minLength: -1}", "1") == "schema: 'minLength' must be a count, got -1");
  CHECK(validate("{items: {properties: [1]}}", "1") == "schema.items: 'properties' must be a map");
  CHECK(validate("{required: a}", "{a: 1}") == R"(schema: 'required' must be a list of names, got "a")");
  CHECK(validate("{dependencies: {a: [b, 1]}}", "{}")
        == R"(schema: 'dependencies' must be a list of names, got ["b",1])");
}

TEST_CASE("a type that JSON Schema does not know is a type that no value has") {
  struct row {
    const char* schema;
    const char* value;
    const char* want;
  };
  for (const auto& r : {
         row{"{type: bool}", "true", "v must be of type bool (a type that no value has), got a boolean"},
         row{"{type: bool}", "null", "v must be of type bool (a type that no value has), got null"},
         row{"{type: bool, nullable: true}", "null", ""},
         row{"{properties: {a: {type: bool}}}", "{}", ""},
         row{"{type: [bool, string]}", "text", ""},
         row{"{type: [bool, string]}", "1",
             "v must be of type string or bool (a type that no value has), got a number"},
         row{"{not: {type: bool}}", "true", ""},
         row{"{properties: {a: {type: bool}}, required: [b]}", "{}", "v.b is required"},
       }) {
    CAPTURE(r.schema);
    CHECK(validate(r.schema, r.value) == r.want);
  }
}

TEST_CASE("'items' that are no schema restrict nothing") {
  for (const char* schema : {"{items: strings}", "{items: true}", "{items: false}", "{items: 5}"}) {
    CAPTURE(schema);
    CHECK(validate(schema, "[1, a, {x: 1}]") == "");
  }
  CHECK(validate("{items: strings, additionalItems: {type: string}}", "[a, 1]")
        == "v[1] must be of type string, got a number");
  CHECK(validate("{items: strings, type: array}", "text") == "v must be of type array, got a string");
}

TEST_CASE("rules in CEL under the name that Kubernetes gives them count") {
  CHECK(validate("{x-kubernetes-validations: [{rule: 'self > 1'}], type: integer}", "1")
        == "v breaks the rule: 'self > 1'");
}

TEST_CASE("all mistakes in a schema are reported at once, of very many the first ones") {
  CHECK(
    validate("{enum: 5, properties: {a: {if: {}}, b: {items: {minLength: x}}}, required: [1]}", "1")
    == R"(schema: 'enum' must be a list; schema.properties.a: the keyword 'if' is not supported; )"
       R"(schema.properties.b.items: 'minLength' must be a count, got "x"; schema: 'required' must be a list of names, )"
       "got [1]");
  text::json::object_type properties;
  for (int i = 0; i < 100; ++i) properties.emplace_back("p" + std::to_string(i), yaml("{enum: 5}"));
  const auto refused =
    core::schema::schema::compile(text::json::object({{"properties", text::json::object(properties)}}));
  REQUIRE_FALSE(refused);
  CHECK(refused.error().message.starts_with("schema.properties.p0: 'enum' must be a list; schema.properties.p1: "));
  CHECK(refused.error().message.ends_with("; and 80 more"));
}

TEST_CASE("an enum without values allows all of them") {
  CHECK(validate("{type: string, enum: []}", "x") == "");
}

TEST_CASE("a name that YAML has made a truth value in the schema is refused with the remedy") {
  CHECK(
    validate("{properties: {n: {type: integer}}, additionalProperties: false}", R"({"n":1})")
    == "v.n is a forbidden property (the schema has 'false', which is how YAML reads the bare key n: put it in quotes "
       "there)");
  CHECK(validate("{properties: {'n': {type: integer}}, additionalProperties: false}", R"({"n":1})") == "");
  CHECK(validate("{properties: {on: {}}, additionalProperties: false}", R"({"n":1,"x":1})")
        == "v.n is a forbidden property; v.x is a forbidden property");
}
