#include "core/releases/lost_defaults.hpp"

#include <doctest/doctest.h>

#include <string>

using namespace core::releases;

namespace {

revision_contents contents(const std::string& version, const std::string& values) {
  revision_contents x;
  x.files = {{"openapi/values.yaml", "1"}};
  x.metadata = text::json::object({{"version", version}});
  x.values = text::parse_json(values).value();
  return x;
}

revision_contents before(const std::string& path = "openapi/values.yaml") {
  auto x = contents("0.1.0", "{}");
  x.schemas[path] = "type: object\nadditionalProperties: true\nproperties:\n  s: {type: string, default: one}\n"
                    "  users: {type: array, items: {type: string}, default: [anna]}\n";
  return x;
}

} // namespace

TEST_CASE("the schemas of a chart have a digest, and other files do not count") {
  CHECK_EQ(schemas_digest({{"templates/a.yaml", "1"}}), "");
  CHECK_EQ(schemas_digest({{"openapi/values.yaml", "1"}, {"README.md", "2"}}),
           schemas_digest({{"openapi/values.yaml", "1"}}));
  CHECK_NE(schemas_digest({{"openapi/values.yaml", "1"}}), schemas_digest({{"openapi/values.yaml", "2"}}));
  CHECK_NE(schemas_digest({{"openapi/values.yaml", "1"}}), schemas_digest({{"openapi/config-values.yaml", "1"}}));
}

TEST_CASE("defaults that the former schemas would add are lost") {
  const auto lost = find_lost_defaults(before(), contents("0.1.0", R"({"webApp":{"s":"one"},"global":{}})"), "web-app");
  REQUIRE(lost);
  CHECK_EQ(lost->names, std::vector<std::string>{"users"});
  CHECK_EQ(lost->values, R"({"global":{},"webApp":{"s":"one","users":["anna"]}})");
}

TEST_CASE("no default is lost with values, with another version, without the file, or without a former schema") {
  const auto whole = R"({"web":{"s":"two","users":[]}})";
  CHECK_FALSE(find_lost_defaults(before(), contents("0.1.0", whole), "web"));
  CHECK_FALSE(find_lost_defaults(before(), contents("0.2.0", "{}"), "web"));
  CHECK_FALSE(find_lost_defaults(before("openapi/config-values.yaml"), contents("0.1.0", "{}"), "web"));
  CHECK_FALSE(find_lost_defaults(contents("0.1.0", "{}"), contents("0.1.0", "{}"), "web"));
  auto wish = contents("0.1.0", "{}");
  wish.schemas["openapi/values.yaml"] = "additionalProperties: true\n";
  CHECK_FALSE(find_lost_defaults(before(), wish, "web"));
  auto broken = before();
  broken.schemas["openapi/values.yaml"] = "type: [";
  CHECK_FALSE(find_lost_defaults(broken, contents("0.1.0", "{}"), "web"));
}

namespace {

/// The places of values.yaml that are lost between two texts, and the values with them.
std::string lost_keys(const std::string& before, const std::string& now, const std::string& chart = "{}") {
  auto a = contents("0.1.0", "{}");
  auto b = contents("0.1.0", R"({"webApp":{"s":"one"}})");
  a.chart_values = text::parse_json(before).value();
  b.chart_values = text::parse_json(now).value();
  const auto fields = text::parse_json(chart).value();
  for (const auto& [key, value] : fields.as_object()) b.metadata = b.metadata.with(key, value);
  const auto lost = find_lost_defaults(a, b, "web-app");
  std::string words;
  if (!lost) return words;
  for (const auto& key : lost->keys) words += key + " ";
  return words + lost->values;
}

} // namespace

TEST_CASE("values of the chart that values.yaml does not have any more are lost") {
  CHECK_EQ(lost_keys(R"({"a":{"b":1,"c":2}})", R"({"a":{"c":2}})"), R"(a.b {"a":{"b":1},"webApp":{"s":"one"}})");
  CHECK_EQ(lost_keys(R"({"a":{"b":1}})", R"({"a":null})"), R"(a.b {"a":{"b":1},"webApp":{"s":"one"}})");
  CHECK_EQ(lost_keys(R"({"a":[1]})", "{}"), R"(a {"a":[1],"webApp":{"s":"one"}})");
  CHECK_MESSAGE(lost_keys(R"({"a":1})", R"({"a":2})").empty(), "a change");
  CHECK_MESSAGE(lost_keys(R"({"a":{"b":1}})", R"({"a":1})").empty(), "a change");
  CHECK_MESSAGE(lost_keys(R"({"a":null,"b":{}})", "{}").empty(), "no value");
  CHECK_MESSAGE(lost_keys(R"({"webApp":{"a":1},"global":{"a":1},"webAppEnabled":true})", "{}").empty(),
                "values of the operator");
  CHECK_MESSAGE(lost_keys(R"({"a":1})", "{}", R"({"version":"0.2.0"})").empty(), "another version");
  CHECK_MESSAGE(lost_keys(R"({"a":1})", "{}", R"({"dependencies":[{"name":"a"}]})").empty(), "values of a subchart");
}
