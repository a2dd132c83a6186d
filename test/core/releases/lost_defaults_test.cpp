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
