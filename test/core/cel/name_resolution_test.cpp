#include "core/cel/name_resolution.hpp"

#include "core/cel/evaluated.hpp"

namespace {

std::string resolved(std::string_view source, core::cel::declarations known) {
  const auto program = core::cel::program::compile(source, known);
  if (!program) return program.error().message;
  std::vector<core::cel::value> values;
  for (const auto& name : known.variables) values.push_back(core::cel::value::string("the " + name));
  core::cel::budget steps(core::cel::steps_max);
  return test::shown(program->evaluate(values, steps, {}));
}

} // namespace

TEST_CASE("the longest qualified name counts, in the innermost container") {
  CHECK(resolved("a.b", {.variables = {"a", "a.b"}}) == "the a.b");
  CHECK(resolved("y", {.variables = {"y", "c.y", "c.d.y"}, .container = "c.d"}) == "the c.d.y");
  CHECK(resolved("y", {.variables = {"y", "c.y"}, .container = "c.d"}) == "the c.y");
  CHECK(resolved(".y", {.variables = {"y", "c.y"}, .container = "c"}) == "the y");
}

TEST_CASE("the variable of a macro hides others, but not names that begin with a dot") {
  CHECK(resolved("['x'].map(y, y)", {.variables = {"y"}}) == "[x]");
  CHECK(resolved("['x'].map(y, .y)", {.variables = {"y"}}) == "[the y]");
  CHECK(resolved("[{'z': 'inner'}].map(y, y.z)", {.variables = {"y.z"}}) == "[inner]");
}

TEST_CASE("an unknown name or function is an error with its place") {
  CHECK(resolved("self.a &&\n  other", {.variables = {"self"}}) == "line 2, column 3: undeclared reference to 'other'");
  CHECK(resolved("lenght('a')", {}) == "line 1, column 1: there is no function 'lenght' with 1 arguments");
  CHECK(resolved("'a'.size(1)", {})
        == "line 1, column 5: there is no function 'size' with 2 arguments, its target included");
  CHECK(resolved("'a'.matches('(')", {}).starts_with("line 1, column 5: invalid pattern '('"));
}

TEST_CASE("a long name is cut in a message") {
  const std::string name(10'000, 'n');
  for (const auto& source : {name, name + "()", "[1]." + name, "[1]." + name + "()"})
    for (const auto unknown : {core::cel::unknown_names::refused, core::cel::unknown_names::fail_at_evaluation})
      CHECK_LT(resolved(source, {.unknown = unknown}).size(), 200);
}

TEST_CASE("an unknown name may fail at the evaluation") {
  const core::cel::declarations lenient{.unknown = core::cel::unknown_names::fail_at_evaluation};
  CHECK(resolved("x || true", lenient) == "true");
  CHECK(resolved("x", lenient) == "failed: undeclared reference to 'x'");
  CHECK(resolved("f(1) || true", lenient) == "true");
}
