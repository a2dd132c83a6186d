#include "core/config/section_record.hpp"

#include "text/yaml/yaml.hpp"

#include <doctest/doctest.h>

#include <set>
#include <string>

using core::config::section_record;

namespace {

core::schema::schema compiled(const char* text) {
  auto schema = core::schema::schema::compile(text::parse_yaml(text).value());
  REQUIRE(schema);
  return *schema;
}

section_record with_config(const char* yaml) {
  section_record x;
  x.layers.config = text::parse_yaml(yaml).value();
  return x;
}

std::string message(const base::result<void>& x) {
  return x ? "" : x.error().message;
}

} // namespace

TEST_CASE("values are worked out from the layers") {
  auto x = with_config("{b: 2}");
  x.layers.statics.push_back(text::parse_yaml("{a: 1, b: 1}").value());
  REQUIRE(core::config::rework_values(x, "web", "context"));
  CHECK(x.base.dump() == R"({"a":1,"b":2})");
  CHECK(x.values.dump() == R"({"a":1,"b":2})");
}

TEST_CASE("a configuration that its schema refuses leaves the section as it was") {
  auto x = with_config("{size: many}");
  x.layers.schemas.config = compiled("{properties: {size: {type: integer}}}");
  CHECK(message(core::config::reconfigure(x, "web", "ConfigMap")).starts_with("ConfigMap: "));
  CHECK(x.values.dump() == "{}");
  CHECK_MESSAGE(core::config::rework_values(x, "web", "ConfigMap"), "the schema of a disabled module is not checked");
  CHECK(x.values.dump() == R"({"size":"many"})");
  x.layers.config = text::parse_yaml("{size: 3}").value();
  REQUIRE(core::config::reconfigure(x, "web", "ConfigMap"));
  CHECK(x.values.dump() == R"({"size":3})");
}

TEST_CASE("a name that a values file provides is not missing, and an empty section is accepted") {
  auto x = with_config("{b: 1}");
  x.layers.schemas.config = compiled("{required: [a]}");
  CHECK(!core::config::reconfigure(x, "web", "ConfigMap"));
  x.layers.statics.push_back(text::parse_yaml("{a: 1}").value());
  CHECK(core::config::reconfigure(x, "web", "ConfigMap"));
  auto empty = with_config("{}");
  empty.layers.schemas.config = compiled("{required: [a]}");
  CHECK(core::config::reconfigure(empty, "web", "ConfigMap"));
}

TEST_CASE("defaults that would make the values too large are refused before they are made") {
  std::string many = "{\"list\":[{}";
  for (int i = 0; i < 100'000; ++i) many += ",{}";
  section_record x;
  x.layers.config = text::parse_json(many + "]}").value();
  x.layers.schemas.values = compiled("{properties: {list: {items: {properties: {a: {default: {b: c, d: e}}}}}}}");
  CHECK(message(core::config::rework_values(x, "web", "context"))
          .starts_with("context: the defaults of its schema would take more than 8 MiB"));
  CHECK(x.values.dump() == "{}");
}

TEST_CASE("new values are accepted at once if they are valid") {
  section_record x;
  x.values = text::parse_yaml("{size: 1}").value();
  core::config::accept_if_valid(x, "web");
  CHECK_MESSAGE(!x.accepted, "there is no schema");
  x.layers.schemas.values = compiled("{properties: {size: {type: integer}}}");
  core::config::accept_if_valid(x, "web");
  REQUIRE(x.accepted);
  CHECK(*x.accepted == x.values);
  x.values = text::parse_yaml("{size: x}").value();
  core::config::accept_if_valid(x, "web");
  CHECK(x.accepted->dump() == R"({"size":1})");
}

TEST_CASE("values are checked by a schema, and none accepts all") {
  section_record x;
  x.values = text::parse_yaml("{size: x}").value();
  CHECK(core::config::check_values(x, "web", "context"));
  x.accepted.reset();
  x.layers.schemas.values = compiled("{properties: {size: {type: integer}}}");
  const auto refused = core::config::check_values(x, "web", "context");
  REQUIRE(!refused);
  CHECK(refused.error().code == base::error_code::invalid_input);
  CHECK(refused.error().message.starts_with("context: "));
  CHECK(refused.error().message.find("web.size must be of type integer") != std::string::npos);
  CHECK_FALSE(x.accepted);
  x.values = text::parse_yaml("{size: 1}").value();
  CHECK(core::config::check_values(x, "web", "context"));
  CHECK(x.accepted == x.values);
}

TEST_CASE("a rule about oldSelf compares a content of the ConfigMap with the last accepted content") {
  section_record x;
  x.layers.schemas.config = compiled(R"yaml(
properties: {class: {type: string}, size: {type: integer}}
x-deckhouse-validations: [{expression: self.class == oldSelf.class, message: class is fixed}]
)yaml");
  const auto take = [&](const char* yaml) {
    x.layers.config = text::parse_yaml(yaml).value();
    return message(core::config::reconfigure(x, "web", "ConfigMap"));
  };
  CHECK(take("{class: fast}") == "");
  CHECK(take("{class: fast, size: 1}") == "");
  CHECK(take("{class: slow, size: 2}")
        == "ConfigMap: web breaks the rule: class is fixed (from key 'web' of the ConfigMap)");
  CHECK(x.values.dump() == R"({"class":"fast","size":1})");
  CHECK(take("{class: fast, size: 3}") == "");
  x.layers.config.reset();
  CHECK(message(core::config::reconfigure(x, "web", "ConfigMap")) == "");
  CHECK_MESSAGE(take("{class: slow}") == "", "an absent section is no content to compare with");
}

TEST_CASE("an empty section is accepted, and later content is compared with its defaults") {
  section_record x;
  x.layers.schemas.config = compiled(R"yaml(
properties: {class: {type: string, default: slow}}
x-deckhouse-validations: [{expression: self.class == oldSelf.class, message: class is fixed}]
)yaml");
  x.layers.config = text::json::object();
  REQUIRE(core::config::reconfigure(x, "web", "ConfigMap"));
  x.layers.config = text::parse_yaml("{class: fast}").value();
  CHECK_FALSE(core::config::reconfigure(x, "web", "ConfigMap"));
}

TEST_CASE("rules that read an absent field are noted with their place") {
  section_record x;
  x.layers.schemas.config =
    compiled("{x-deckhouse-validations: [{expression: self.min <= self.max, message: min is above max}]}");
  x.layers.config = text::parse_yaml("{min: 1}").value();
  REQUIRE(core::config::reconfigure(x, "web", "ConfigMap"));
  CHECK(x.skipped_rules == std::set<std::string>{"web: self.min <= self.max"});
}
