#include "core/values/layers.hpp"

#include "text/json/json_patch_reader.hpp"
#include "text/yaml/yaml.hpp"

#include <doctest/doctest.h>

namespace {

text::json yaml(const char* text) {
  return *text::parse_yaml(text);
}

} // namespace

TEST_CASE("layers merge in the order of the document: files, defaults, ConfigMap, defaults, patches") {
  core::values::section_layers layers;
  layers.statics = {yaml("{a: common, b: common}"), yaml("{b: module, list: [1, 2]}")};
  layers.schemas = *core::schema::make_section_schemas(
    {.config_values =
       "{properties: {b: {default: \"no\"}, c: {default: config-default}, d: {default: config-default}}}",
     .values = "{properties: {d: {default: values-default}, e: {default: values-default}, f: {default: {}}}}"});
  layers.config = yaml("{c: ConfigMap, list: [3]}");
  CHECK(core::values::config_values(layers).dump() == R"({"c":"ConfigMap","list":[3]})");
  CHECK(core::values::unpatched_values(layers).dump()
        == R"({"a":"common","b":"module","c":"ConfigMap","d":"config-default","list":[3]})");

  CHECK(core::values::configured_values(layers).dump()
        == R"({"b":"no","c":"ConfigMap","d":"config-default","list":[3]})");

  const text::json document = text::json::object({{"web", core::values::merged_values(layers, "web")}});
  const auto patch = *text::parse_json_patch(R"([{"op":"add","path":"/web/f/g","value":1},
                                                 {"op":"remove","path":"/web/a"}])");
  layers.effects = layers.effects.apply(document, patch)->effects;
  CHECK(core::values::merged_values(layers, "web").dump()
        == R"({"b":"module","c":"ConfigMap","d":"config-default","e":"values-default","f":{"g":1},"list":[3]})");

  layers.config = yaml("{f: {h: 2}}");
  CHECK(core::values::merged_values(layers, "web").dump()
        == R"({"b":"module","c":"config-default","d":"config-default","e":"values-default",)"
           R"("f":{"g":1,"h":2},"list":[1,2]})");
}

TEST_CASE("a section without anything is empty") {
  CHECK(core::values::config_values({}).dump() == "{}");
  CHECK(core::values::merged_values({}, "web").dump() == "{}");
}

TEST_CASE("null and empty sections are values like any other") {
  core::values::section_layers layers;
  layers.statics = {yaml("{a: 1, b: {x: 1, z: 2}, list: [1], gone: {x: 1}}")};
  layers.config = yaml("{a: null, b: {}, list: [], gone: null}");
  CHECK(core::values::merged_values(layers, "web").dump() == R"({"a":null,"b":{"x":1,"z":2},"gone":null,"list":[]})");
  layers.config = yaml("{}");
  CHECK(core::values::merged_values(layers, "web").dump() == R"({"a":1,"b":{"x":1,"z":2},"gone":{"x":1},"list":[1]})");
  layers.config = yaml("{gone: {z: 2}}");
  layers.statics.push_back(yaml("{gone: null}"));
  CHECK(core::values::merged_values(layers, "web").find("gone")->dump() == R"({"z":2})");
}
