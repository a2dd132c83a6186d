#include "core/releases/default_places.hpp"

#include <doctest/doctest.h>

#include <string>
#include <utility>

using namespace core::releases;

namespace {

text::json json(const char* text) {
  return text::parse_json(text).value();
}

std::string words(const std::vector<text::json_pointer>& places) {
  std::string all;
  for (const auto& place : places) all += (all.empty() ? "" : " ") + place.text();
  return all;
}

release with(std::map<std::string, std::string> labels) {
  return {"web", 3, release_status::deployed, std::move(labels)};
}

} // namespace

TEST_CASE("helm's record lacks schemas that are hidden or refer to other files") {
  struct row {
    const char* schema;
    std::set<std::string> hidden;
    bool are_beyond;
  };
  for (const auto& [schema, hidden, are_beyond] : {
         row{"type: object", {}, false},
         row{"type: object", {"openapi"}, true},
         row{"type: object", {"openapi/values.yaml"}, true},
         row{"type: object", {"openapi/config-values.yaml", "docs"}, false},
         row{"$ref: common.yaml#/definitions/a", {}, true},
         row{R"({"$ref": "/schemas/common.yaml"})", {}, true},
         row{"a: {$ref: '#/definitions/a'}\nb: {$ref: \"#/definitions/a\"}", {}, false},
         row{"a: {$ref: '#/definitions/a'}\nb: {$ref: other.yaml}", {}, true},
         row{"description: about $ref", {}, false},
       }) {
    CAPTURE(schema);
    CHECK_EQ(are_defaults_beyond_record({{"openapi/values.yaml", schema}}, hidden), are_beyond);
  }
  CHECK_FALSE(are_defaults_beyond_record({}, {"openapi"}));
}

TEST_CASE("a value is a default if no other source has its place") {
  const auto values = json(R"({"web":{"a":1,"b":{"c":2,"d":{"e":3}},"list":[{"x":1}],"f":4,"g":{}},"global":{"z":1}})");
  const auto files = json(R"({"web":[{"a":0},{"b":{"c":2}}]})");
  const auto config = json(R"({"web":{"f":4}})");
  const hook_places none;
  CHECK_EQ(words(default_places({"web", values, files, config, none})), "/web/b/d/e /web/list");
  const hook_places hooks{{{"web", "b", "d"}}};
  CHECK_EQ(words(default_places({"web", values, files, config, hooks})), "/web/list");
  CHECK_EQ(words(default_places({"shop", values, files, config, none})), "");
}

TEST_CASE("a default of the revision is lost if its place is missing") {
  const auto before = json(R"({"web":{"a":1,"b":{"c":2,"d":3}}})");
  const auto last = with(default_labels(nullptr, std::vector<text::json_pointer>{{{"web", "b", "c"}}}));
  const auto lost = [&](const char* now) { return words(lost_default_places(last, "web", before, json(now))); };
  CHECK_EQ(lost(R"({"web":{"a":1}})"), "/web/b/c");
  CHECK_EQ(lost(R"({"web":{"b":{"d":3}}})"), "/web/b/c");
  CHECK_EQ(lost(R"({})"), "/web/b/c");
  CHECK_EQ(lost(R"({"web":{"b":{"c":7}}})"), "");
  CHECK_EQ(lost(R"({"web":{"b":{"c":null}}})"), "");
  CHECK_MESSAGE(lost(R"({"web":{"b":"off"}})").empty(), "another value around it is written");
  CHECK_MESSAGE(words(lost_default_places(with({}), "web", before, json("{}"))).empty(), "an earlier version");
}

TEST_CASE("a revision names defaults, or none, only if helm's record lacks their schemas") {
  using labels = std::map<std::string, std::string>;
  const auto named = default_labels(nullptr, std::vector<text::json_pointer>{{{"web", "a"}}});
  CHECK_EQ(named.size(), 1);
  CHECK_EQ(default_labels(nullptr, std::vector<text::json_pointer>{}), labels{{"moduleDefaults.0", "none"}});
  CHECK_EQ(default_labels(nullptr, std::nullopt), labels{});
  const auto last = with({{"moduleDefaults.0", "x"}, {"moduleDefaults.1", "x"}});
  CHECK_EQ(default_labels(&last, std::nullopt), labels{{"moduleDefaults.0", "null"}, {"moduleDefaults.1", "null"}});
  CHECK_EQ(default_labels(&last, std::vector<text::json_pointer>{}),
           labels{{"moduleDefaults.0", "none"}, {"moduleDefaults.1", "null"}});
}
