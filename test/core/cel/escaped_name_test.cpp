#include "core/cel/escaped_name.hpp"

#include "core/cel/program.hpp"
#include "text/json/json.hpp"

#include <doctest/doctest.h>

#include <array>

using core::cel::unescaped_name;

TEST_CASE("escapes in the name of a field stand for characters and words") {
  CHECK(unescaped_name("name") == "name");
  CHECK(unescaped_name("a__dash__b__dot__c__slash__d") == "a-b.c/d");
  CHECK(unescaped_name("a__underscores__b") == "a__b");
  CHECK(unescaped_name("a__underscores__dash__underscores__b") == "a__dash__b");
  CHECK(unescaped_name("__namespace__") == "namespace");
  CHECK(unescaped_name("__other__") == "__other__");
  CHECK(unescaped_name("a__in__") == "a__in__");
  CHECK(unescaped_name("__") == "__");
}

TEST_CASE("escapes count in fields of rules of Kubernetes alone") {
  const auto json = text::parse_json(R"({"a-b": true})").value();
  const auto is_true = [&](const char* source, core::cel::field_names fields) {
    const auto program = core::cel::program::compile(source, {.variables = {"self"}, .fields = fields}).value();
    const std::array variables{core::cel::from_json(json, core::cel::json_numbers::doubles)};
    core::cel::budget steps(core::cel::steps_max);
    return program.evaluate(variables, steps, {}).is(true);
  };
  CHECK(is_true("self.a__dash__b", core::cel::field_names::escaped));
  CHECK(is_true("has(self.a__dash__b)", core::cel::field_names::escaped));
  CHECK(is_true("self['a-b']", core::cel::field_names::escaped));
  CHECK(!is_true("has(self.a__dash__b)", core::cel::field_names::plain));
}
