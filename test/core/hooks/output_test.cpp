#include "core/hooks/output.hpp"

#include <doctest/doctest.h>

#include <string>

using namespace core::hooks;

TEST_CASE("a hook that left nothing asks for nothing") {
  auto out = parse_hook_output({});
  REQUIRE(out);
  CHECK(out->empty());
}

TEST_CASE("everything that a hook left is read") {
  auto out = parse_hook_output({
    .config_values_patch = R"({"op":"add","path":"/global/a","value":1})",
    .values_patch = R"([{"op":"remove","path":"/global/b"},{"op":"test","path":"/global/c","value":2}])",
    .metrics = R"({"name":"m","set":1})",
    .kubernetes_patch = "operation: Delete\nkind: Pod\nname: a\n",
  });
  REQUIRE_MESSAGE(out, out.error().text);
  CHECK(out->config_values_operations == 1);
  CHECK(out->values_operations == 2);
  CHECK(out->metrics.size() == 1);
  CHECK(out->operations.size() == 1);
  CHECK_FALSE(out->empty());
}

TEST_CASE("one bad file spoils the run, and every bad file is named by its "
          "variable") {
  auto out = parse_hook_output({
    .config_values_patch = "{",
    .values_patch = R"({"op":"add","path":"/global/a","value":1})",
    .metrics = R"({"set":1})",
    .kubernetes_patch = "operation: Delete\n",
  });
  REQUIRE_FALSE(out);
  CHECK(out.error().files == "$CONFIG_VALUES_JSON_PATCH_PATH, $METRICS_PATH, $KUBERNETES_PATCH_PATH");
  const auto& text = out.error().text;
  CHECK(text.find("file of $CONFIG_VALUES_JSON_PATCH_PATH: ") == 0);
  CHECK(text.find("; file of $METRICS_PATH: document 1.name: is required") != std::string::npos);
  CHECK(text.find("; file of $KUBERNETES_PATCH_PATH: document 1.kind: is required") != std::string::npos);
  CHECK(text.find("VALUES_JSON_PATCH_PATH", 40) == std::string::npos);
}
