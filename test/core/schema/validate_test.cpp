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

TEST_CASE("each keyword accepts what it should and says why it does not accept the rest") {
  struct row {
    const char* schema;
    const char* valid;
    const char* invalid;
    const char* why;
  };
  for (const auto& r : {
         row{"{type: integer}", "1.0", "two", R"(v must be of type integer, got a string)"},
         row{"{type: number}", "1.5", "true", "v must be of type number, got a boolean"},
         row{"{type: string}", "x", "1", "v must be of type string, got a number"},
         row{"{type: [string, integer]}", "1", "[]", "v must be of type string or integer, got a list"},
         row{"{type: string, nullable: true}", "null", "1", "v must be of type string, got a number"},
         row{"{type: string, x-nullable: true}", "null", "1", "v must be of type string, got a number"},
         row{"{type: string}", "''", "null", "v must be of type string, got null"},
         row{"{enum: [a, 1]}", "1", "b", R"(v must be one of ["a",1])"},
         row{"{minimum: 1}", "1", "0", "v must be at least 1"},
         row{"{minimum: 1, exclusiveMinimum: true}", "2", "1", "v must be greater than 1"},
         row{"{exclusiveMaximum: 3}", "2", "3", "v must be less than 3"},
         row{"{maximum: 2.5}", "2.5", "3", "v must be at most 2.5"},
         row{"{minimum: 9007199254740993}", "9007199254740993", "9007199254740992",
             "v must be at least 9007199254740993"},
         row{"{type: integer, maximum: 1e30}", "1e30", "2e30", "v must be at most 1e+30"},
         row{"{multipleOf: 3}", "9007199254740993", "9007199254740994", "v must be a multiple of 3"},
         row{"{multipleOf: 0.1}", "0", "1e-10", "v must be a multiple of 0.1"},
         row{"{multipleOf: 0.1}", "0.3", "0.35", "v must be a multiple of 0.1"},
         row{"{minLength: 2}", "\xC3\xA4\xC3\xA4", "a", "v must have at least 2 characters, has 1"},
         row{"{maxLength: 2}", "\xC3\xA4\xC3\xA4", "abc", "v must have at most 2 characters, has 3"},
         row{"{pattern: '^\\d+(?:-x)?$'}", "'12-x'", "z", R"(v must match '^\d+(?:-x)?$')"},
         row{"{format: int32}", "2147483647", "2147483648", "v must be of format int32"},
         row{"{format: ipv4}", "10.0.0.1", "10.0.0.256", R"(v must be of format ipv4)"},
         row{"{minItems: 1}", "[1]", "[]", "v must have at least 1 items, has 0"},
         row{"{maxItems: 1}", "[1]", "[1, 2]", "v must have at most 1 items, has 2"},
         row{"{uniqueItems: true}", "[{a: 1}, {a: 2}, [1]]", "[{a: 1}, [1], {a: 1.0}]", "v[2] is there twice"},
         row{"{uniqueItems: true}", "[1, 2]", "[1, 1.0]", "v[1] is there twice"},
         row{"{items: {type: string}}", "[a]", "[a, 1]", "v[1] must be of type string, got a number"},
         row{"{items: [{type: string}], additionalItems: false}", "[a]", "[a, 1]", "v[1] is a forbidden item"},
         row{"{required: [a]}", "{a: 1}", "{}", "v.a is required"},
         row{"{dependencies: {a: [b]}}", "{a: 1, b: 1}", "{a: 1}", "v.b is required"},
         row{"{dependencies: {a: {required: [c]}}}", "{b: 1}", "{a: 1}", "v.c is required"},
         row{"{required: [a, b], properties: {a: {default: 1}}}", "{b: 1}", "{}", "v.b is required"},
         row{"{minProperties: 1}", "{a: 1}", "{}", "v must have at least 1 properties, has 0"},
         row{"{properties: {a: {type: string}}}", "{a: x, b: 1}", "{a: 1}", "v.a must be of type string, got a number"},
         row{"{additionalProperties: false}", "{}", "{x: 1}", "v.x is a forbidden property"},
         row{"{additionalProperties: false}", "{id: 1, $schema: {x: 1}}", "{ID: 1}", "v.ID is a forbidden property"},
         row{"{additionalProperties: false, properties: {id: {type: string}}}", "{id: a}", "{id: 1}",
             "v.id must be of type string, got a number"},
         row{"{additionalProperties: {type: string}}", "{id: a}", "{id: 1}",
             "v.id must be of type string, got a number"},
         row{"{additionalProperties: {type: integer}}", "{x: 1}", "{x: a}",
             R"(v.x must be of type integer, got a string)"},
         row{"{patternProperties: {'^x-': {type: integer}}, additionalProperties: false}", "{x-a: 1}", "{x-a: b}",
             R"(v.x-a must be of type integer, got a string)"},
         row{"{allOf: [{minimum: 1}, {maximum: 2}]}", "1", "3", "v must be at most 2"},
         row{"{anyOf: [{type: string}, {minimum: 5}]}", "5", "1",
             "v must match at least one schema of 'anyOf', got a number"},
         row{"{oneOf: [{minimum: 1}, {minimum: 5}]}", "2", "7",
             "v must match exactly one schema of 'oneOf', matches 2, got a number"},
         row{"{not: {type: string}}", "1", "x", R"(v must not match the schema of 'not', got a string)"},
       }) {
    CAPTURE(std::string(r.schema));
    CHECK(validate(r.schema, r.valid) == "");
    CHECK(validate(r.schema, r.invalid) == r.why);
  }
}

TEST_CASE("what is shared with an accepted value is not looked at again, and all else is") {
  const auto rules = *core::schema::schema::compile(*text::parse_json(R"({
    "properties": {"a": {"properties": {"n": {"type": "integer"}}}, "b": {"items": {"type": "integer"}},
                   "c": {"oneOf": [{"required": ["x"]}, {"required": ["y"]}]}},
    "maxProperties": 3})"));
  const auto accepted = *text::parse_json(R"({"a":{"n":1},"b":[1,2],"c":{"x":1}})");
  REQUIRE(rules.validate(accepted, "m").empty());
  const auto with = [&](const char* key, const char* value) { return accepted.with(key, *text::parse_json(value)); };
  const auto wrong = [&](const text::json& value) {
    const auto found = rules.validate(value, "m", &accepted);
    CHECK(core::schema::describe(found) == core::schema::describe(rules.validate(value, "m")));
    return core::schema::describe(found);
  };
  CHECK(wrong(accepted).empty());
  CHECK(wrong(with("b", "[1,2,3]")).empty());
  CHECK(wrong(with("a", R"({"n":"x"})")) == R"(m.a.n must be of type integer, got a string)");
  CHECK(wrong(with("b", R"([1,"x"])")) == R"(m.b[1] must be of type integer, got a string)");
  CHECK(wrong(with("c", R"({"x":1,"y":1})")).find("'oneOf'") != std::string::npos);
  CHECK(wrong(with("d", "1")) == "m must have at most 3 properties, has 4");
  // A value that moves to another place is checked by the rules of that place.
  CHECK(wrong(accepted.with("b", *accepted.find("a")).with("a", *accepted.find("b")))
        == wrong(accepted.with("b", *accepted.find("a"))));
}
