#include "core/store/values_for_chart.hpp"

#include <doctest/doctest.h>

#include <memory>
#include <string>

TEST_SUITE_BEGIN("core/store/values_for_chart");

using core::store::values_state;

namespace {

text::json parsed(const std::string& text) {
  return text::parse_json(text).value();
}

/// The values of a chart of module `web`, with a values.yaml of the chart.
std::string for_chart(const std::string& values, const std::string& chart_file) {
  core::config::section_record own;
  own.values = parsed(values);
  own.layers.chart_values = parsed(chart_file);
  values_state::section_map sections;
  sections["web"] = std::make_shared<const values_state::section>(
    values_state::section{.config = text::json::object(), .values = own.values, .schemas = {}});
  const values_state state(1, sections, std::make_shared<const core::values::enabled_flags>());
  const auto made = core::store::values_for_chart({{"web"}, nullptr, &own}, state, {"web", "db"});
  REQUIRE_MESSAGE(made, made.error().message);
  return text::parse_json(*made).value().find("web")->dump();
}

} // namespace

TEST_CASE("a member that only the chart's own file has is null, so that the chart does not get it back") {
  CHECK(for_chart(R"({"a":5})", R"({"web":{"a":1,"b":2}})") == R"({"a":5,"b":null})");
}

TEST_CASE("without such members a chart gets the values as they are") {
  CHECK(for_chart(R"({"a":5})", R"({"web":{"a":1}})") == R"({"a":5})");
  CHECK(for_chart(R"({"a":5})", "{}") == R"({"a":5})");
}

TEST_CASE("the names of the enabled modules are part of the global values") {
  core::config::section_record own;
  const values_state state(1, {}, std::make_shared<const core::values::enabled_flags>());
  const auto made = core::store::values_for_chart({{"web"}, nullptr, &own}, state, {"web", "db"});
  REQUIRE(made);
  CHECK(text::parse_json(*made).value().find("global")->dump() == R"({"enabledModules":["web","db"]})");
}

TEST_SUITE_END();
