// Keys that are addresses with a login are named in messages without the login.
#include "core/hooks/metrics.hpp"
#include "core/releases/changed_values.hpp"
#include "core/releases/hook_value_changes.hpp"
#include "core/releases/object_difference.hpp"
#include "core/schema/schema.hpp"
#include "core/values/hook_keys.hpp"
#include "core/values/patch_rules.hpp"
#include "text/json/json_patch.hpp"
#include "text/json/json_patch_reader.hpp"
#include "text/yaml/yaml.hpp"

#include <doctest/doctest.h>

#include <string>
#include <utility>
#include <vector>

namespace {

constexpr auto key = "https://user:hunter2@host";

text::json parsed(const std::string& x) {
  return text::parse_json(x).value();
}

/// An object with the key; below it this value.
text::json object_with(const std::string& value) {
  return parsed("{\"" + std::string(key) + "\":" + value + "}");
}

/// A text with the key twice.
std::string object_twice(const std::string& begin, const std::string& separator, const std::string& end) {
  const auto member = "\"" + std::string(key) + "\": 1";
  return begin + member + separator + member + end;
}

std::string violation() {
  const auto schema = core::schema::schema::compile(parsed(R"({"additionalProperties":{"type":"integer"}})"));
  return core::schema::describe(schema->validate(object_with("\"a\""), "web"));
}

std::string refused_operation(const std::string& path) {
  const auto patch = text::parse_json_patch(R"([{"op":"add","path":")" + path + R"(","value":1}])");
  if (!patch) return patch.error().message;
  const auto split = core::values::split_by_rules({"web"}, *patch);
  if (!split) return split.error().message;
  return text::apply_json_patch(parsed(R"({"web":{}})"), *patch).error().message;
}

std::string difference() {
  const auto before = parsed(R"({"kind":"ConfigMap","data":{}})");
  const auto found =
    core::releases::field_differences(before, before.with("data", object_with("\"a\"")),
                                      core::releases::compared_fields::all, [](const text::json& x) { return x; });
  return found.empty() ? "nothing" : core::releases::describe(found.front());
}

} // namespace

TEST_CASE("keys are named without logins") {
  using core::releases::compare_values;
  const auto none = parsed("{}");
  const auto pointer = text::json_pointer{{"web", key}};
  const std::vector<std::pair<const char*, std::string>> messages{
    {"a violation of a schema", violation()},
    {"a values patch for another section", refused_operation("/other/https:~1~1user:hunter2@host")},
    {"a values patch without a parent", refused_operation("/web/https:~1~1user:hunter2@host/a")},
    {"a path without a slash", refused_operation("https://user:hunter2@host")},
    {"a place of a value", core::values::words_of(pointer)},
    {"places of values of hooks", core::releases::words_of_places({pointer})},
    {"values that have changed", compare_values(none, object_with("1")).added.words()},
    {"a difference of an object", difference()},
    {"a label of a metric",
     core::hooks::parse_hook_metrics(R"({"name":"a","set":1,"labels":{"https://user:hunter2@host":""}})")
       .error()
       .message},
    {"a member that is there twice", text::parse_yaml(object_twice("{", ",", "}")).error().message},
    {"a key that is there twice", text::parse_yaml(object_twice("", "\n", "")).error().message},
  };
  for (const auto& [what, message] : messages) {
    CAPTURE(what);
    CHECK_MESSAGE(message.find("hunter2") == message.npos, message);
    CHECK_MESSAGE(message.find("user:<redacted>@host") != message.npos, message);
  }
}
