#pragma once

#include "core/cel/program.hpp"
#include "core/cel/value_text.hpp"
#include "text/json/json.hpp"

#include <doctest/doctest.h>

#include <string>
#include <string_view>
#include <vector>

namespace test {

/// A text for the result of an expression: scalars as `string(…)` has them, lists in brackets, a failure with
/// its message, an error of the compilation with its place. The variable `self` is that JSON.
inline std::string shown(const core::cel::value& x) {
  if (const auto* failed = x.as<core::cel::failure_ptr>()) return "failed: " + (*failed)->message;
  if (x.as<core::cel::null>()) return "null";
  const auto* items = x.as<core::cel::list>();
  if (!items) return core::cel::short_text(x);
  std::string text;
  for (std::size_t i = 0; i < items->size(); ++i) text += (i > 0 ? ", " : "") + shown(items->at(i));
  return "[" + text + "]";
}

inline std::string evaluated(std::string_view source, const std::string& self = "{}",
                             core::cel::program::settings how = {}, std::size_t steps_max = core::cel::steps_max) {
  const auto program =
    core::cel::program::compile(source, {.variables = {"self"}, .functions = core::cel::function_set::kubernetes});
  if (!program) return program.error().message;
  const auto json = text::parse_json(self).value();
  const std::vector<core::cel::value> variables{core::cel::from_json(json, core::cel::json_numbers::doubles)};
  core::cel::budget steps(steps_max);
  return shown(program->evaluate(variables, steps, how));
}

/// An expression and the text of its result.
struct expected_result {
  const char* source;
  const char* result;
};

inline void check(const std::vector<expected_result>& all) {
  for (const auto& x : all) CHECK_MESSAGE(evaluated(x.source) == x.result, x.source);
}

} // namespace test
