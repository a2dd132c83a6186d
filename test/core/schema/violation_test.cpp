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

TEST_CASE("all violations are reported at once") {
  CHECK(validate("{type: object, additionalProperties: false, required: [a], properties: {b: {type: string}}}",
                 "{b: 1, c: 2}")
        == "v.a is required; v.b must be of type string, got a number; v.c is a forbidden property");
}

TEST_CASE("a message does not show what is secret, long or nested") {
  const char* schema = R"(
properties:
  password: {format: password, type: string, minLength: 8, pattern: "^[a-z]*$"}
  token: {x-secret: true, oneOf: [{type: string, maxLength: 1}, {type: integer}]}
  text: {type: integer}
)";
  CHECK(validate(schema, "{password: Secret-1, token: true, text: {password: hunter2}}")
        == "v.password must match '^[a-z]*$'; v.text must be of type integer, got an object; "
           "v.token must match exactly one schema of 'oneOf', matches 0, got a hidden value");
  const auto shown = validate("{type: integer}", std::string(200, 'x').c_str());
  CHECK(shown == "v must be of type integer, got a string");
}

TEST_CASE("a mark counts for all rules about a value, in whichever of its schemas it stands") {
  for (const char* rules :
       {"x-secret: true, not: {enum: [hunter2]}", "not: {enum: [hunter2], x-secret: true}",
        "allOf: [{x-secret: true}, {not: {enum: [hunter2]}}]", "allOf: [{x-secret: true}], minLength: 20, type: string",
        "anyOf: [{x-secret: true, type: string}, {type: integer}], pattern: '^x'"}) {
    CAPTURE(rules);
    const auto message = validate(("{properties: {p: {" + std::string(rules) + "}}}").c_str(), "{p: hunter2}");
    CHECK(message.find("v.p must") == 0);
    CHECK(message.find("hunter2") == std::string::npos);
  }
}

TEST_CASE("what stands inside a secret is secret, and what stands beside it is not") {
  CHECK(
    validate("{properties: {auth: {x-secret: true, properties: {p: {not: {type: string}}, k: {maximum: 1}}}, "
             "k: {maximum: 1}}}",
             "{auth: {p: hunter2, k: 12345}, k: 2}")
    == "v.auth.k must be at most 1; v.auth.p must not match the schema of 'not', got a hidden value; v.k must be at "
       "most 1");
}

TEST_CASE("a violation keeps what was found apart from the rule, so that it can be hidden") {
  const auto compiled = core::schema::schema::compile(yaml("{properties: {a: {maxLength: 1}, b: {type: integer}}}"));
  const auto found = compiled->validate(yaml("{a: 'x, got y', b: 'x, got y'}"), "web");
  REQUIRE(found.size() == 2);
  CHECK(found[0].rule == "must have at most 1 characters");
  CHECK(found[0].found == "has 8");
  CHECK(found[1].rule == "must be of type integer");
  CHECK(found[1].found == "got a string");
}

TEST_CASE("a message does not show how long a secret is") {
  CHECK(validate("{x-secret: true, maxLength: 1}", "hunter2")
        == "v must have at most 1 characters, got a hidden value");
}

TEST_CASE("a violation knows its place as a JSON pointer") {
  const auto compiled = core::schema::schema::compile(yaml("{properties: {'a/b': {items: {required: [c]}}}}"));
  const auto found = compiled->validate(yaml("{'a/b': [{c: 1}, {}]}"), "web");
  REQUIRE(found.size() == 1);
  CHECK(found[0].path == "web.a/b[1].c");
  CHECK(found[0].place.text() == "/web/a~1b/1/c");
}

TEST_CASE("a violation that more members would mend is known as one") {
  const auto is_missing = [](const char* text, const char* value) {
    const auto found = core::schema::schema::compile(yaml(text))->validate(yaml(value), "v");
    REQUIRE(found.size() == 1);
    return found[0].is_missing;
  };
  CHECK(is_missing("{required: [a]}", "{}"));
  CHECK(is_missing("{dependencies: {a: [b]}}", "{a: 1}"));
  CHECK(is_missing("{minProperties: 1}", "{}"));
  CHECK_FALSE(is_missing("{maxProperties: 0}", "{a: 1}"));
  CHECK_FALSE(is_missing("{minItems: 1}", "[]"));
  CHECK(is_missing("{anyOf: [{required: [a]}, {type: string}]}", "{}"));
  CHECK(is_missing("{oneOf: [{required: [a]}, {required: [b]}]}", "{}"));
  CHECK_FALSE(is_missing("{oneOf: [{required: [a]}, {required: [b]}]}", "{a: 1, b: 1}"));
  CHECK_FALSE(is_missing("{anyOf: [{type: string}, {required: [a], maxProperties: 0}]}", "{b: 1}"));
}
