#include "text/yaml/yaml_block_scalar.hpp"

#include <doctest/doctest.h>

#include <string>

namespace {

std::string read(const std::string& source, int parent_indent = 0) {
  const auto text = text::block_scalar_at(source, source.find(':') + 1, parent_indent);
  if (!text) return "none";
  return *text ? **text : "refused: " + text->error().message;
}

} // namespace

TEST_CASE("a block scalar keeps, folds and ends its lines as its header says") {
  struct row {
    const char* source;
    const char* text;
  };
  for (const auto& r : {
         row{"a: |\n  x\n  y\n", "x\ny\n"},
         row{"a: |-\n  x\n  y\n\n", "x\ny"},
         row{"a: |+\n  x\n\n\n", "x\n\n\n"},
         row{"a: |\n  x\n\n\n", "x\n"},
         row{"a: >\n  x\n  y\n", "x y\n"},
         row{"a: >\n  x\n\n  y\n", "x\ny\n"},
         row{"a: >\n  x\n   y\n  z\n", "x\n y\nz\n"},
         row{"a: >+\n  x\n\n", "x\n\n"},
         row{"a: |\n", ""},
         row{"a: |", ""},
         row{"a: |+\n\n\n", "\n\n"},
         row{"a: |\n  x", "x"},
         row{"a: | # words\n  x\n", "x\n"},
         row{"a: |\r\n  x\r\n  y\r\n", "x\ny\n"},
         row{"a: |\n    x\n  \n    y\n", "x\n\ny\n"},
       }) {
    CAPTURE(r.source);
    CHECK(read(r.source) == r.text);
  }
}

TEST_CASE("a block scalar ends with the first line that stands further left") {
  CHECK(read("a: |\n  x\nb: 1\n") == "x\n");
  CHECK(read("a: |\n    x\n  y\n") == "x\n");
}

TEST_CASE("a number in the header counts from the indentation of the parent") {
  CHECK(read("a: |2\n    x\n") == "  x\n");
  CHECK(read("a: |-1\n  x\n") == " x");
  CHECK(read("a: |1-\n  x\n") == " x");
  CHECK(read("  a: |1\n    x\n", 2) == " x\n");
  CHECK(read("--- |1\n  x\n:", -1) == "none"); // no scalar where it is looked for
  CHECK(**text::block_scalar_at("--- |1\n  x\n", 3, -1) == " x\n");
}

TEST_CASE("a tab in place of indentation is refused, and a tab in the text is not") {
  CHECK(read("a: |\n\tx\n") == "refused: a tab in place of the indentation of a block scalar: YAML takes spaces only");
  CHECK(read("a: |\n  x\n\ty\n").starts_with("refused: "));
  CHECK(read("a: |\n  \tx\n").starts_with("refused: "));
  CHECK(read("a: |\n  x\ty\n") == "x\ty\n");
  CHECK(read("a: |\n  x\n  \ty\n") == "x\n\ty\n");
}

TEST_CASE("other scalars are no block scalars") {
  for (const auto* source : {"a: x", "a: 'x|'", "a:", "a: &anchor", "a: # |\n  x"}) {
    CAPTURE(source);
    CHECK(read(source) == "none");
  }
}

TEST_CASE("a value begins behind its anchor, its tag and comments") {
  struct row {
    std::string_view source;
    std::string_view value;
  };
  for (const auto& r : {row{"x", "x"}, row{"  x", "x"}, row{"&a x", "x"}, row{"!!str &a x", "x"},
                        row{"&a # words\n  !t |\n x", "|\n x"}, row{"&a", ""}, row{"# words", ""}, row{"", ""}}) {
    CAPTURE(r.source);
    CHECK(r.source.substr(text::behind_properties(r.source, 0)) == r.value);
  }
  CHECK(text::behind_properties("x", 5) == 1);
}
