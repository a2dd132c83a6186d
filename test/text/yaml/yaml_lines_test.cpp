#include "text/yaml/yaml_lines.hpp"

#include <doctest/doctest.h>

TEST_CASE("each member and item has the line in which it begins") {
  text::yaml_lines lines;
  const auto value = text::parse_yaml("# head\na: 1\nb:\n  - x\n  - c/d: 1\n    e~f:\n\n      g\n", lines);
  REQUIRE(value);
  const text::yaml_lines want{{"/a", 2}, {"/b", 3}, {"/b/0", 4}, {"/b/1", 5}, {"/b/1/c~1d", 5}, {"/b/1/e~0f", 6}};
  for (const auto& [pointer, line] : want) {
    CAPTURE(pointer);
    REQUIRE(lines.contains(pointer));
    CHECK(lines.at(pointer) == line);
  }
}

TEST_CASE("JSON is read as YAML, with its lines") {
  text::yaml_lines lines;
  REQUIRE(text::parse_yaml("{\"a\": [1,\n2],\n\"b\": {\"c\":\n3}}", lines));
  CHECK(lines.at("/a") == 1);
  CHECK(lines.at("/a/0") == 1);
  CHECK(lines.at("/a/1") == 2);
  CHECK(lines.at("/b/c") == 3);
}

TEST_CASE("a text that is no YAML is refused as without lines") {
  text::yaml_lines lines;
  const auto refused = text::parse_yaml("a: 1\na: 2\n", lines);
  REQUIRE(!refused);
  text::yaml_lines none;
  CHECK(refused.error().message.find("line 2") != std::string::npos);
}
