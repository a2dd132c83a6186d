#include "core/config/last_valid_section.hpp"

#include "text/yaml/yaml.hpp"

#include <doctest/doctest.h>

#include <string>
#include <variant>

using core::config::judgement;
using core::config::last_valid_section;

namespace {

/// A section with a schema that wants a number as its size.
last_valid_section sized() {
  last_valid_section x;
  const auto rules = text::parse_yaml("{properties: {size: {type: integer}}}").value();
  x.record.layers.schemas.config = core::schema::schema::compile(rules).value();
  return x;
}

/// Takes a content, and updates the state.
void take(last_valid_section& x, const char* yaml, judgement by = judgement::by_schema,
          const core::config::wrong_keys& wrong = {}) {
  const auto content = text::parse_yaml(yaml).value();
  core::config::take_content(x, "web", &content, by);
  core::config::conclude(x.status, wrong);
}

} // namespace

TEST_CASE("a section keeps its last valid content while its schema refuses a new one") {
  auto x = sized();
  take(x, "{size: 1}");
  CHECK(std::holds_alternative<core::config::config_in_use>(x.status.config));
  take(x, "{size: many}");
  CHECK(x.record.values.dump() == R"({"size":1})");
  REQUIRE(std::holds_alternative<core::config::config_outdated>(x.status.config));
  CHECK(std::get<core::config::config_outdated>(x.status.config).reason.starts_with("ConfigMap: section 'web': "));
  take(x, "{size: 2}");
  CHECK(x.record.values.dump() == R"({"size":2})");
  CHECK_FALSE(x.status.refusal);
}

TEST_CASE("a section without valid content before has none while its schema refuses the first") {
  auto x = sized();
  take(x, "{size: many}");
  CHECK(x.record.values.dump() == "{}");
  CHECK(std::holds_alternative<core::config::config_missing>(x.status.config));
}

TEST_CASE("the schema of a module that is off is not asked") {
  auto x = sized();
  take(x, "{size: many}", judgement::none);
  CHECK(x.record.values.dump() == R"({"size":"many"})");
  CHECK(std::holds_alternative<core::config::config_unjudged>(x.status.config));
}

TEST_CASE("an absent section has no content of the ConfigMap") {
  auto x = sized();
  take(x, "{size: 1}");
  core::config::take_content(x, "web", nullptr, judgement::by_schema);
  CHECK(x.record.values.dump() == "{}");
  CHECK_FALSE(x.record.layers.config);
}

TEST_CASE("a section that cannot be read keeps its content, and only the key that is wrong is the reason") {
  auto x = sized();
  take(x, "{size: 1}");
  take(x, "{size: many}");
  core::config::conclude(x.status, {"line 1 is no YAML", true});
  CHECK(std::get<core::config::config_outdated>(x.status.config).reason == "line 1 is no YAML");
  core::config::conclude(x.status, {"'webEnabled' is no truth value", false});
  CHECK(std::get<core::config::config_outdated>(x.status.config)
          .reason.starts_with("'webEnabled' is no truth value; ConfigMap: section 'web': "));
}

TEST_CASE("after its module was off, a section has no content to compare with") {
  last_valid_section x;
  const auto rules = text::parse_yaml(R"yaml(
properties: {class: {type: string}}
x-deckhouse-validations: [{expression: self.class == oldSelf.class, message: class is fixed}]
)yaml")
                       .value();
  x.record.layers.schemas.config = x.record.layers.schemas.values = core::schema::schema::compile(rules).value();
  take(x, "{class: fast}");
  take(x, "{class: slow}");
  REQUIRE(x.status.refusal);
  CHECK(x.status.refusal->find("web breaks the rule: class is fixed") != std::string::npos);
  take(x, "{class: slow}", judgement::none);
  take(x, "{class: slow}");
  CHECK_FALSE(x.status.refusal);
  CHECK(x.record.values.dump() == R"({"class":"slow"})");
  CHECK(x.record.accepted == x.record.values);
}
