// See typed_parts.cpp.

#include "core/schema/schema.hpp"
#include "text/yaml/yaml.hpp"

#include <doctest/doctest.h>

#include <string>

namespace {

/// The type that rules of Kubernetes see in `value: VALUE` of a schema.
std::string type_in_rules(const std::string& schema, const std::string& value) {
  for (const auto* type :
       {"int", "double", "string", "bytes", "google.protobuf.Timestamp", "google.protobuf.Duration"}) {
    const auto text =
      "{properties: {value: " + schema + "}, x-kubernetes-validations: [{rule: 'type(self.value) == " + type + "'}]}";
    const auto compiled = core::schema::schema::compile(text::parse_yaml(text).value());
    if (!compiled) return compiled.error().message;
    const auto found = compiled->validate(text::parse_yaml("value: " + value).value(), "v");
    if (found.empty()) return type;
  }
  return "another";
}

} // namespace

TEST_CASE("the schema gives numbers their types, else their notation") {
  CHECK(type_in_rules("{type: integer}", "1") == "int");
  CHECK(type_in_rules("{type: integer}", "1.0") == "int");
  CHECK(type_in_rules("{type: number}", "1") == "double");
  CHECK(type_in_rules("{type: number}", "1.5") == "double");
  CHECK(type_in_rules("{}", "1") == "int");
  CHECK(type_in_rules("{}", "1.5") == "double");
  CHECK(type_in_rules("{x-kubernetes-int-or-string: true}", "1") == "int");
  CHECK(type_in_rules("{x-kubernetes-int-or-string: true}", "80%") == "string");
  CHECK(type_in_rules("{anyOf: [{type: integer}, {type: string}]}", "1") == "int");
  CHECK(type_in_rules("{allOf: [{type: number}]}", "1") == "double");
}

TEST_CASE("the format gives texts their types") {
  CHECK(type_in_rules("{type: string}", "'2024-02-29'") == "string");
  CHECK(type_in_rules("{type: string, format: date}", "'2024-02-29'") == "google.protobuf.Timestamp");
  CHECK(type_in_rules("{type: string, format: date-time}", "'2024-02-29T00:00:00Z'") == "google.protobuf.Timestamp");
  CHECK(type_in_rules("{type: string, format: duration}", "1h30m") == "google.protobuf.Duration");
  CHECK(type_in_rules("{type: string, format: byte}", "aGVsbG8=") == "bytes");
  CHECK(type_in_rules("{type: string, format: uuid}", "123e4567-e89b-12d3-a456-426614174000") == "string");
}

TEST_CASE("types reach into members and items") {
  const auto rule = [](const char* schema, const char* expression, const char* value) {
    const auto text = std::string("{") + schema + ", x-kubernetes-validations: [{rule: '" + expression + "'}]}";
    const auto compiled = core::schema::schema::compile(text::parse_yaml(text).value());
    if (!compiled) return compiled.error().message;
    return core::schema::describe(compiled->validate(text::parse_yaml(value).value(), "v"));
  };
  CHECK(rule("items: {type: number}", "self.all(x, type(x) == double)", "[1, 2]") == "");
  CHECK(rule("items: [{type: integer}, {type: number}]", "type(self[0]) == int && type(self[1]) == double", "[1, 1]")
        == "");
  CHECK(rule("additionalProperties: {type: number}", "type(self.a) == double", "{a: 1}") == "");
  CHECK(rule("patternProperties: {^a: {type: number}}", "type(self.ab) == double", "{ab: 1}") == "");
  CHECK(
    rule("properties: {a: {items: {properties: {b: {type: number}}}}}", "type(self.a[0].b) == double", "{a: [{b: 1}]}")
    == "");
}
