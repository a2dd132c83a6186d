#include "core/schema/extension.hpp"

#include <doctest/doctest.h>

#include <string>

namespace {

struct row {
  const char* schema;
  const char* want;
};

text::json parsed(const char* text) {
  return text::parse_json(text).value();
}

} // namespace

TEST_CASE("keywords without a value are left out") {
  using core::schema::without_empty_keywords;
  for (const auto& r : {row{"null", "{}"}, row{R"({"required":null,"type":"object"})", R"({"type":"object"})"},
                        row{R"({"default":null})", "{}"}, row{R"({"x-own":null})", R"({"x-own":null})"},
                        row{R"({"properties":{"a":null}})", R"({"properties":{"a":{}}})"}, row{"true", "true"}}) {
    CAPTURE(r.schema);
    CHECK(without_empty_keywords(parsed(r.schema)).dump() == r.want);
  }
}

TEST_CASE("further properties are forbidden where a schema does not speak of them") {
  using core::schema::forbid_additional_properties;
  for (const auto& r : {
         row{"{}", R"({"additionalProperties":false})"},
         row{R"({"additionalProperties":true})", R"({"additionalProperties":true})"},
         row{R"({"properties":{"a":{}}})",
             R"({"additionalProperties":false,"properties":{"a":{"additionalProperties":false}}})"},
         row{
           R"({"properties":{"a":{"additionalProperties":true,"properties":{"b":{}}}}})",
           R"({"additionalProperties":false,"properties":{"a":{"additionalProperties":true,"properties":{"b":{}}}}})"},
         row{R"({"items":{}})", R"({"additionalProperties":false,"items":{"additionalProperties":false}})"},
         row{R"({"items":[{},true]})",
             R"({"additionalProperties":false,"items":[{"additionalProperties":false},true]})"},
         row{"true", "true"},
       }) {
    CAPTURE(r.schema);
    CHECK(forbid_additional_properties(parsed(r.schema)).dump() == r.want);
  }
}

TEST_CASE("a schema that extends another one takes over its properties, and its own entries win") {
  using core::schema::extend_schema;
  const auto config = parsed(R"({"type":"object","title":"c","required":["a","b"],"x-own":1,
    "properties":{"a":{"type":"string"},"b":{}},"minProperties":1})");
  CHECK(extend_schema(parsed(R"({"x-extend":{"schema":"config-values.yaml"},"required":["c","a"],
    "properties":{"a":{"type":"integer"}}})"),
                      config)
          .dump()
        == R"({"properties":{"a":{"type":"integer"},"b":{}},"required":["a","b","c"],"title":"c",)"
           R"("x-extend":{"schema":"config-values.yaml"},"x-own":1})");
  const auto plain = parsed(R"({"properties":{}})");
  CHECK(extend_schema(plain, config) == plain);
  CHECK(!core::schema::extends_schema(plain));
  CHECK(!core::schema::extends_schema(parsed(R"({"x-extend":{"schema":null}})")));
  CHECK(core::schema::extends_schema(parsed(R"({"x-extend":{"schema":"any"}})")));
}

TEST_CASE("names that Helm requires are required, and a schema of them alone is made") {
  const auto schema = parsed(R"({"type":"object","required":["a"],"x-required-for-helm":["a","b"],
    "properties":{"c":{"x-required-for-helm":"d","default":{}},"e":{"type":"string"}}})");
  const auto strict = core::schema::require_for_helm(schema);
  CHECK(strict.find("required")->dump() == R"(["a","b"])");
  CHECK(strict.find("properties")->find("c")->find("required")->dump() == R"(["d"])");
  CHECK(core::schema::only_required_for_helm(schema).dump()
        == R"({"properties":{"c":{"default":{},"properties":{},"required":["d"]}},"required":["a","b"]})");
  CHECK(core::schema::only_required_for_helm(parsed(R"({"properties":{"a":{"default":1}}})")).is_null());
  CHECK(core::schema::only_required_for_helm(parsed("true")).is_null());
}

TEST_CASE("a wrong list of names is noted at its place") {
  core::schema::notes notes;
  core::schema::note_wrong_helm_names(
    parsed(
      R"({"x-required-for-helm":"a","properties":{"b":{"x-required-for-helm":[true]},"c":{"x-required-for-helm":1}}})"),
    notes);
  const auto lines = notes.lines();
  REQUIRE(lines.size() == 2);
  CHECK(
    lines[0].starts_with("schema.properties.b: 'x-required-for-helm' must be a name or a list of names, got [true]"));
  CHECK(lines[0].ends_with("put the name in quotes)"));
  CHECK(lines[1] == "schema.properties.c: 'x-required-for-helm' must be a name or a list of names, got 1");
}
