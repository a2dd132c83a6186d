#include "core/releases/release_difference.hpp"

#include <doctest/doctest.h>

#include <string>

using namespace std::chrono_literals;

namespace {

std::string map_of(const std::string& name, const std::string& value) {
  return "---\napiVersion: v1\nkind: ConfigMap\nmetadata: {name: " + name + "}\ndata: {a: " + value + "}\n";
}

} // namespace

TEST_CASE("charts that look at the cluster give what they render, those with random or their revision do not") {
  core::releases::chart chart;
  CHECK(core::releases::gives_what_it_renders(chart, {}));
  CHECK_FALSE(core::releases::gives_what_it_renders(chart, {.release = true}));
  CHECK(core::releases::gives_what_it_renders(chart, {.api_versions = true}));
  chart.volatile_functions = {"templates/a.yaml: lookup", "templates/a.yaml: tpl"};
  CHECK(core::releases::gives_what_it_renders(chart, {}));
  chart.volatile_functions.push_back("templates/b: b.yaml: randAlpha");
  CHECK_FALSE(core::releases::gives_what_it_renders(chart, {}));
}

TEST_CASE("a difference names its objects, and shows none of their content") {
  const auto words = core::releases::describe_difference(map_of("gone", "x") + map_of("other", "secret"),
                                                         map_of("other", "hidden") + map_of("more", "y"), "d8");
  REQUIRE(words);
  CHECK_EQ(words->objects, "ConfigMap/other differs, ConfigMap/more is not rendered, ConfigMap/gone is missing");
  CHECK(words->is_of_sets);
  const auto inside = core::releases::describe_difference(map_of("a", "x"), map_of("a", "y"), "d8");
  CHECK_EQ(inside.value().objects, "ConfigMap/a differs");
  CHECK_FALSE(inside.value().is_of_sets);
  CHECK_EQ(core::releases::describe_difference("a: [", "", "d8").error().code, base::error_code::invalid_input);
}

TEST_CASE("a release that differs is made again a few times, and not again for the same objects") {
  core::releases::difference_pace pace;
  CHECK_EQ(pace.note("web", "1", "a"), 15s);
  CHECK_EQ(pace.note("web", "1", "b"), 60s);
  CHECK_EQ(pace.note("web", "1", "a"), 300s);
  CHECK_EQ(pace.note("web", "1", "b"), std::nullopt);
  CHECK_MESSAGE(pace.note("web", "2", "b") == std::nullopt, "the same after an edit");
  CHECK_EQ(pace.note("web", "3", "c"), 15s);
  pace.forget("web");
  CHECK_EQ(pace.note("web", "3", "c"), 15s);
  CHECK_EQ(pace.note("db", "3", "c"), 15s);
}
