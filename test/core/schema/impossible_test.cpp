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

TEST_CASE("a name that is required and forbidden is impossible, unless a property or a pattern allows it") {
  const auto impossible = [](const char* text) {
    std::string paths;
    for (const auto& path : core::schema::schema::compile(yaml(text))->impossible_names("v")) paths += path + " ";
    return paths;
  };
  CHECK(impossible("{required: [a, b, x-c], additionalProperties: false, properties: {a: {}}, "
                   "patternProperties: {^x-: {}}}")
        == "v.b ");
  CHECK(impossible("{type: object, required: [a], additionalProperties: false}") == "v.a ");
  CHECK(impossible("{type: string, required: [a], additionalProperties: false, properties: {b: {}}}") == "");
  CHECK(impossible("{required: [a], properties: {b: {}}}") == "");
  CHECK(impossible("{required: [a], properties: {b: {}}, additionalProperties: {type: string}}") == "");
  const char* inner = "{type: object, required: [a], additionalProperties: false}";
  for (const auto& [outer, path] : {
         std::pair{"{properties: {p: INNER}}", "v.p.a "},
         std::pair{"{patternProperties: {p: INNER}}", "v.*.a "},
         std::pair{"{additionalProperties: INNER}", "v.*.a "},
         std::pair{"{items: INNER}", "v[].a "},
         std::pair{"{items: [{}, INNER]}", "v[1].a "},
         std::pair{"{oneOf: [INNER, {}]}", "v.a "},
       }) {
    std::string text = outer;
    text.replace(text.find("INNER"), 5, inner);
    CHECK(impossible(text.c_str()) == path);
  }
}

TEST_CASE("a forbidden name comes with the one that the schema has") {
  const char* schema = "{properties: {title: {}, host: {properties: {name: {}}, additionalProperties: false}}, "
                       "additionalProperties: false}";
  CHECK(validate(schema, "{titel: a}") == "v.titel is a forbidden property (did you mean 'title'?)");
  CHECK(validate(schema, "{host: {nam: a}}") == "v.host.nam is a forbidden property (did you mean 'name'?)");
  CHECK(validate(schema, "{replicas: 1}") == "v.replicas is a forbidden property");
}

TEST_CASE("a default that its own schema refuses is found, wherever it stands") {
  const auto refused = [](const char* text) {
    return core::schema::describe(core::schema::schema::compile(yaml(text))->refused_defaults("web"));
  };
  CHECK(refused("{properties: {a: {type: integer, default: nope}}}")
        == R"(web.a must be of type integer, got a string)");
  CHECK(refused("{properties: {a: {type: integer, default: 1}, b: {type: string}}}") == "");
  CHECK(refused("{properties: {l: {items: {properties: {p: {maximum: 9, default: 10}}}}}}")
        == "web.l[].p must be at most 9");
  // A wrong default inside a default is reported once. Missing names are not reported, because they may still
  // be set.
  CHECK(refused("{properties: {o: {default: {}, required: [x], properties: {x: {}, z: {enum: [1], default: 2}}}}}")
        == "web.o.z must be one of [1]");
  CHECK(refused("{properties: {s: {type: integer, default: geheim, x-secret: true}}}")
        == "web.s must be of type integer, got a hidden value");
}
