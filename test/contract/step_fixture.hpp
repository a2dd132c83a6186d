#pragma once

#include "support/operator_fixture.hpp"
#include "text/yaml/yaml.hpp"

#include <string>

namespace test {

/// An operator with values in every layer, for the inputs and outputs of LIFECYCLE-STEPS: global values from
/// modules/values.yaml and the ConfigMap, values of the module `web` from both values files and the
/// ConfigMap.
struct step_fixture : operator_fixture {
  step_fixture() {
    common_values("global: {a: static, b: static}\nweb: {common: 1}\n");
    module("010-first");
    module("020-web", "webEnabled: true\nweb: {own: 2}\n");
    module("030-last");
    set_config("global", "b: config\n");
    set_config("web", "name: config\n");
  }

  /// A section of the ConfigMap in the cluster, as a value.
  [[nodiscard]] text::json section(const std::string& key) const {
    const auto parsed = text::parse_yaml(config(key).value_or("null"));
    REQUIRE(parsed);
    return *parsed;
  }

  /// The values that a hook reads before any patch.
  static constexpr auto global_config = R"({"global":{"b":"config"}})";
  static constexpr auto global_values = R"({"global":{"a":"static","b":"config"}})";
  static constexpr auto web_config = R"({"global":{"b":"config"},"web":{"name":"config"}})";
  static constexpr auto web_values = R"({"global":{"a":"static","b":"config","enabledModules":["first","web","last"]},)"
                                     R"("web":{"common":1,"name":"config","own":2}})";
};

[[nodiscard]] inline text::json parsed(const std::string& text) {
  const auto value = text::parse_json(text);
  REQUIRE_MESSAGE(value, text);
  return *value;
}

/// A JSON patch that sets a value: `set("/global/c", "1")`.
[[nodiscard]] inline std::string set(const std::string& path, const std::string& value) {
  return R"([{"op":"add","path":")" + path + R"(","value":)" + value + "}]";
}

} // namespace test
