#include "core/releases/changed_values.hpp"

#include <doctest/doctest.h>

TEST_CASE("null and a map without a value are absent, and a value of another type is changed") {
  const auto found =
    core::releases::compare_values(text::parse_json(R"({"a":{"x":null},"b":{},"c":1,"d":{"x":1},"e":1})").value(),
                                   text::parse_json(R"({"a":{},"c":1.0,"d":[],"f":{"x":1}})").value());
  CHECK_EQ(found.gone.words(), "e");
  CHECK_EQ(found.changed.words(), "d");
  CHECK_EQ(found.added.words(), "f");
}

TEST_CASE("a sentence names three places and the number of the rest") {
  core::releases::few_names names;
  CHECK(names.empty());
  names.add("a");
  CHECK_EQ(core::releases::sentence("value", names, "gone"), "value a is gone");
  for (const auto* name : {"b", "c", "d"}) names.add(name);
  CHECK_EQ(core::releases::sentence("value", names, "gone"), "values a, b, c and 1 other are gone");
  names.add("e");
  CHECK_EQ(names.words(), "a, b, c and 2 others");
}
