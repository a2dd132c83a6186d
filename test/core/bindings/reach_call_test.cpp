#include "core/bindings/reach_call.hpp"

#include "reached_text.hpp"

#include <doctest/doctest.h>

#include <string>

using namespace core::bindings;

namespace {

/// The paths that a call reaches if its results are used. Its last parameter, if it has parameters, is `.x`.
std::string reached_by(const std::string& name, int parameters) {
  reached_paths root;
  place_tree tree(root);
  places results;
  if (parameters == 0) {
    results = call_result(tree, name, {&root});
  } else {
    reach_call made(tree, name, {&root});
    for (int i = 1; i < parameters; ++i) made.take(tree.member(made.input(), "n"));
    made.take(tree.member(made.input(), "x"));
    results = made.results();
  }
  place_tree::reach(tree.member(results, "r"));
  return reached_text(root);
}

} // namespace

TEST_CASE("functions give their input on, look at its kind, or read all of it") {
  CHECK(reached_by("objects", 0) == "{r*}");
  CHECK(reached_by("type", 0).empty());
  CHECK(reached_by("keys", 0) == "#");
  CHECK(reached_by("first", 0) == "[{r*}]");
  CHECK(reached_by("any", 0) == "[]");
  CHECK(reached_by("to_entries", 0) == "*");
  CHECK(reached_by("sort_by", 1) == "*");
  CHECK(reached_by("select", 1) == "{r*,x}");
  CHECK(reached_by("first", 1) == "{x{r*}}");
  CHECK(reached_by("limit", 2) == "{n*,x{r*}}");
  CHECK(reached_by("isempty", 1) == "{x}");
  CHECK(reached_by("map", 1) == "[{x*}]");
  CHECK(reached_by("pick", 1) == "{x*}");
  CHECK(reached_by("any", 2) == "[{n{x}}]{n{x}}");
}

TEST_CASE("words of the syntax are no functions") {
  CHECK(is_reserved_word("def"));
  CHECK_FALSE(is_reserved_word("select"));
}
