#include "core/values/section_view.hpp"

#include "text/json/json_patch_reader.hpp"
#include "text/yaml/yaml.hpp"

#include <doctest/doctest.h>

#include <string>

namespace {

constexpr const char* config_values = R"(
properties:
  password: {type: string, format: password}
  tls: {type: object, properties: {key: {type: string, writeOnly: true}, port: {type: integer}}}
  users: {type: array, items: {properties: {name: {}, token: {x-secret: true}}}}
  login:
    additionalProperties: true
    oneOf: [{properties: {secret: {x-secret: true}}}, {properties: {public: {}}}]
)";

constexpr const char* values = R"(
x-extend: {schema: config-values.yaml}
patternProperties: {Token$: {x-secret: true}}
properties: {internal: {x-secret: true, additionalProperties: true}}
)";

core::schema::section_schemas schemas() {
  return *core::schema::make_section_schemas({.config_values = config_values, .values = values});
}

std::string seen(const char* text, core::values::secrets which = core::values::secrets::hidden) {
  return core::values::view_of_values(schemas(), *text::parse_yaml(text), which).dump();
}

std::string seen_patch(const char* text, core::values::secrets which = core::values::secrets::hidden) {
  return core::values::view_of_patch(schemas(), *text::parse_json_patch(text), which).dump();
}

} // namespace

TEST_CASE("what a schema marks as secret is hidden, wherever it stands") {
  struct row {
    const char* values;
    const char* want;
  };
  for (const auto& r : {
         row{"{password: p, other: 1}", R"({"other":1,"password":"<redacted>"})"},
         row{"{password: null}", R"({"password":null})"},
         row{"{tls: {key: k, port: 443}}", R"({"tls":{"key":"<redacted>","port":443}})"},
         row{"{users: [{name: a, token: t}, {name: b}]}",
             R"({"users":[{"name":"a","token":"<redacted>"},{"name":"b"}]})"},
         row{"{login: {secret: s, public: p}}", R"({"login":{"public":"p","secret":"<redacted>"}})"},
         row{"{internal: {a: {b: 1}}}", R"({"internal":"<redacted>"})"},
         row{"{apiToken: t}", R"({"apiToken":"<redacted>"})"},
         row{"{}", "{}"},
       }) {
    CAPTURE(r.values);
    CHECK(seen(r.values) == r.want);
  }
  CHECK(seen("{password: p}", core::values::secrets::shown) == R"({"password":"p"})");
}

TEST_CASE("a patch hides what it sets, inside a secret too") {
  const auto* patch =
    R"([{"op":"add","path":"/web/tls/key","value":"k"},{"op":"add","path":"/web/internal/a","value":1},
                          {"op":"add","path":"/web/tls","value":{"key":"k","port":1}},{"op":"remove","path":"/web/x"}])";
  CHECK(seen_patch(patch)
        == R"([{"op":"add","path":"/web/tls/key","value":"<redacted>"},)"
           R"({"op":"add","path":"/web/internal/a","value":"<redacted>"},)"
           R"({"op":"add","path":"/web/tls","value":{"key":"<redacted>","port":1}},{"op":"remove","path":"/web/x"}])");
  CHECK(seen_patch(R"({"op":"add","path":"/web/password","value":"p"})", core::values::secrets::shown)
        == R"([{"op":"add","path":"/web/password","value":"p"}])");
}

TEST_CASE("a section without schemas has no secrets") {
  CHECK(core::values::view_of_values({}, *text::parse_yaml("{password: p}"), core::values::secrets::hidden).dump()
        == R"({"password":"p"})");
}

TEST_CASE("all is secret in a section whose schemas cannot be used") {
  core::schema::section_schemas broken;
  broken.unusable = true;
  CHECK(core::values::view_of_values(broken, *text::parse_yaml("{password: p}"), core::values::secrets::hidden).dump()
        == R"("<redacted>")");
  const auto patch = *text::parse_json_patch(R"({"op":"add","path":"/web/password","value":"p"})");
  CHECK(core::values::view_of_patch(broken, patch, core::values::secrets::hidden).dump()
        == R"([{"op":"add","path":"/web/password","value":"<redacted>"}])");
  CHECK(core::values::view_of_values(broken, *text::parse_yaml("{password: p}"), core::values::secrets::shown).dump()
        == R"({"password":"p"})");
}
