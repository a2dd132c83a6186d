#include "core/values/patch_rules.hpp"

#include "text/json/json_patch_reader.hpp"

#include <doctest/doctest.h>

namespace {

std::string split(const core::values::values_owner& owner, const char* patch) {
  const auto split = core::values::split_by_rules(owner, *text::parse_json_patch(patch));
  if (!split) return split.error().message;
  return std::to_string(split->section.size()) + " section, " + std::to_string(split->flags.size()) + " flags";
}

} // namespace

TEST_CASE("hooks change their own section, and global hooks flags as well") {
  const core::values::values_owner global;
  const core::values::values_owner module{"simple-module"};
  CHECK(split(module, R"({"op":"add","path":"/simpleModule/a","value":1})") == "1 section, 0 flags");
  CHECK(split(global, R"([{"op":"add","path":"/global/a","value":1},{"op":"add","path":"/webAppEnabled","value":true},
                          {"op":"remove","path":"/dbEnabled"}])")
        == "1 section, 2 flags");
  CHECK(split(module, R"({"op":"add","path":"/global/a","value":1})")
        == "unacceptable patch operation for path '/global/a' (only 'simpleModule' accepted)");
  CHECK(split(module, R"({"op":"add","path":"/simpleModuleEnabled","value":true})")
        == "unacceptable patch operation for path '/simpleModuleEnabled' (only 'simpleModule' accepted)");
  CHECK(split(module, R"({"op":"copy","from":"/global/a","path":"/simpleModule/a"})")
        == "unacceptable patch operation for path '/global/a' (only 'simpleModule' accepted)");
  CHECK(split(module, R"({"op":"add","path":"","value":{}})")
        == "unacceptable patch operation for path '' (only 'simpleModule' accepted)");
  CHECK(split(module, R"({"op":"add","path":"/simpleModule.a.b","value":1})")
        == "unacceptable patch operation for path '/simpleModule.a.b' (only 'simpleModule' accepted: did you mean "
           "'/simpleModule/a/b'?)");
  CHECK(split(global, R"({"op":"add","path":"/simpleModule/a","value":1})")
        == "unacceptable patch operation for path '/simpleModule/a' (only 'global' and '*Enabled' are permitted)");
}

TEST_CASE("a flag is true or false and nothing else") {
  CHECK(split({}, R"({"op":"add","path":"/webEnabled","value":"true"})")
        == "unsupported module enabled value at '/webEnabled': must be true or false, got a string");
  CHECK(split({}, R"({"op":"copy","from":"/aEnabled","path":"/bEnabled"})")
          .find("copy of '*Enabled' flags is not supported")
        != std::string::npos);
}
