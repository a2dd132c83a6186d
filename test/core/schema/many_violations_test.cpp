// A value may violate its schema at every second byte, and each place may have a long name.
#include "core/schema/schema.hpp"
#include "text/json/tree_weight.hpp"
#include "text/yaml/yaml.hpp"

#include <doctest/doctest.h>

#include <optional>
#include <string>

namespace {

core::schema::schema schema_of(const char* yaml) {
  return *core::schema::schema::compile(*text::parse_yaml(yaml));
}

text::json ones(std::size_t count) {
  return text::json::array(text::json::array_type(count, text::json(1)));
}

} // namespace

TEST_CASE("of very many violations the first ones are kept, and the others counted") {
  const auto schema = schema_of("{properties: {a: {type: array, items: {type: string}}}}");
  const auto found = schema.validate(text::json::object({{"a", ones(25'000)}}), "web");
  CHECK(found.size() == 20);
  CHECK(found.more() == 24'980);
  CHECK_FALSE(found.any_missing());
  const auto text = core::schema::describe(found);
  CHECK(text.starts_with("web.a[0] must be of type string, got a number; web.a[1] must"));
  CHECK(text.ends_with("; and 24980 more"));
  CHECK(text.size() < 8'192);
}

TEST_CASE("a violation in a place with a very long name does not repeat the name, and the text stays short") {
  const auto schema = schema_of("{additionalProperties: {additionalProperties: {type: string}}}");
  text::json::object_type members;
  for (int i = 0; i < 100; ++i) members.emplace_back(std::string(500'000, 'k') + std::to_string(i), text::json(1));
  const auto found = schema.validate(text::json::object({{"a", text::json::object(std::move(members))}}), "web");
  CHECK(found.size() == 1);
  CHECK(found.more() == 99);
  CHECK(found[0].path.size() < 300);
  CHECK(found[0].path.starts_with("web.a.kkkk"));
  CHECK(core::schema::describe(found).size() < 1'000);
}

TEST_CASE("a long list of allowed values, and a long value, are shown by their beginnings") {
  text::json::array_type allowed;
  for (int i = 0; i < 100'000; ++i) allowed.emplace_back("allowed-" + std::to_string(i));
  const auto schema =
    core::schema::schema::compile(text::json::object({{"enum", text::json::array(std::move(allowed))}}));
  const auto text = core::schema::describe(schema->validate(text::json(std::string(1'000'000, 'x')), "v"));
  CHECK(text.starts_with("v must be one of [\"allowed-0\",\"allowed-1\","));
  CHECK(text.size() < 1'500);
}

TEST_CASE("what is missing is known of all violations, also of those that are not kept") {
  const auto schema = schema_of("{properties: {l: {items: {required: [a]}}, z: {type: string}}}");
  text::json::array_type empty(30, text::json::object());
  const auto missing = text::json::object({{"l", text::json::array(empty)}});
  CHECK(schema.validate(missing, "v").all_missing());
  CHECK(schema.validate(missing.with("z", "text"), "v").all_missing());
  const auto also_wrong = schema.validate(missing.with("z", 1), "v");
  CHECK(also_wrong.any_missing());
  CHECK_FALSE(also_wrong.all_missing());
}

TEST_CASE("names that are missing count only where they are missing in another value, too") {
  const auto schema = schema_of("{properties: {l: {items: {required: [a], properties: {b: {type: string}}}}}}");
  const auto value = [](const char* yaml) { return *text::parse_yaml(yaml); };
  const auto others = schema.missing_marks(value("{l: [{a: 1}, {}]}"));
  const auto found =
    schema.validate(value("{l: [{b: 1}, {}, {}]}"), "v", core::schema::schema::check{.missing = &others});
  CHECK(core::schema::describe(found) == "v.l[0].b must be of type string, got a number; v.l[1].a is required");
  CHECK(schema.missing_marks(value("{l: [{a: 1}]}")).empty());
}

TEST_CASE("the weight of defaults is known before they are made") {
  const auto schema =
    schema_of("{properties: {l: {items: {properties: {a: {default: some text}, b: {default: [1]}}}}}}");
  const auto value =
    text::json::object({{"l", text::json::array(text::json::array_type(1'000, text::json::object()))}});
  const auto added = text::weight_of(schema.with_defaults(value)) - text::weight_of(value);
  CHECK(schema.weight_of_defaults(value, std::size_t(-1)) == added);
  CHECK(schema.weight_of_defaults(value, 1'000) > 1'000);
  CHECK(schema.weight_of_defaults(schema.with_defaults(value), std::size_t(-1)) == 0);
}

TEST_CASE("a value is looked up in a long list of allowed values, however they are written") {
  const auto schema = schema_of("{enum: [b, 1, a, [2], null, {x: 1}, 1.5, true]}");
  for (const auto* yaml : {"b", "1", "1.0", "a", "[2]", "null", "{x: 1.0}", "1.5", "true"})
    CHECK_MESSAGE(schema.validate(*text::parse_yaml(yaml), "v").empty(), yaml);
  for (const auto* yaml : {"c", "2", "[]", "{x: 2}", "false", "'1'", "[2, 2]"})
    CHECK_MESSAGE(schema.validate(*text::parse_yaml(yaml), "v").size() == 1, yaml);
}

TEST_CASE("a check with too many steps ends, and the value counts as wrong") {
  const auto items = [](const char* yaml) {
    return core::schema::schema::compile(text::json::object({{"items", *text::parse_yaml(yaml)}}));
  };
  std::optional<core::schema::schema> schema;
  SUBCASE("of names that are required") {
    schema = *items("{required: [a, b, c], properties: {a: {default: 1}, b: {default: 1}, c: {default: 1}}}");
  }
  SUBCASE("of names that depend on another") {
    schema = *items("{dependencies: {x: [x, x, x, x]}}");
  }
  SUBCASE("of expressions for names") {
    schema = *items("{patternProperties: {^a: {}, ^b: {}, ^c: {}, ^d: {}}}");
  }
  SUBCASE("of alternatives") {
    schema = *items("{anyOf: [{}, {}, {}, {}, {}]}");
  }
  REQUIRE(schema);
  const auto list = text::json::array(text::json::array_type(100, *text::parse_yaml("{x: 1}")));
  CHECK(schema->validate(list, "web").empty());
  const auto found = schema->validate(list, "web", core::schema::schema::check{.steps_max = 300});
  REQUIRE(found.size() == 1);
  CHECK_FALSE(found.all_missing());
  CHECK(core::schema::describe(found).starts_with("web is too much for its schema"));
}

TEST_CASE("defaults are added to very many objects without a look at each property") {
  text::json::object_type properties;
  for (int i = 0; i < 5'000; ++i) properties.emplace_back("p" + std::to_string(i), text::json::object());
  properties.emplace_back("d", text::json::object({{"default", text::json(1)}}));
  properties.emplace_back("o", *text::parse_yaml("{properties: {e: {default: 2}}}"));
  const auto schema = core::schema::schema::compile(
    text::json::object({{"items", text::json::object({{"properties", text::json::object(std::move(properties))}})}}));
  REQUIRE(schema);
  const auto filled = schema->with_defaults(*text::parse_yaml("[{}, {d: 3, p7: 1, o: {}}]"));
  CHECK(filled == *text::parse_yaml("[{d: 1}, {d: 3, p7: 1, o: {e: 2}}]"));
  CHECK(schema->weight_of_defaults(*text::parse_yaml("[{d: 1}]"), 1'000) == 0);
  CHECK(schema->weight_of_defaults(*text::parse_yaml("[{o: {}}]"), 1'000) > 0);
}
