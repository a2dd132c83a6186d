#include "text/yaml/yaml_cpp_quirks.hpp"

#include "text/yaml/yaml.hpp"

#include <doctest/doctest.h>

using std::string_view;

namespace {

std::string problem(string_view text) {
  const auto read = text::parse_yaml(text);
  return read ? "read as " + read->dump() : read.error().message;
}

} // namespace

TEST_CASE("bytes on which the library loops do not get to it") {
  CHECK(text::unreadable_byte("a: 1\nb: \xff\n") == "line 2: a control character or a byte that is not UTF-8");
  CHECK(text::unreadable_byte("a: \"\xC3\xA4\"\n") == std::nullopt);
  CHECK(problem(string_view("\0,\xE4", 3)) == "invalid YAML: line 1: a control character or a byte that is not UTF-8");
}

TEST_CASE("documents that begin where the last one began end the parse") {
  text::document_starts starts;
  CHECK(starts.moves_on_to(0));
  CHECK(starts.moves_on_to(4));
  CHECK_FALSE(starts.moves_on_to(4));
  CHECK(problem(",") == "invalid YAML: line 1: unexpected text");
}

TEST_CASE("an item that is not there is no null") {
  CHECK(text::is_item_missing("[1,,2]", 3));
  CHECK(text::is_item_missing("[1,]", 3));
  CHECK_FALSE(text::is_item_missing("[1,~]", 3));
  CHECK_FALSE(text::is_item_missing("[", 1));
  CHECK(problem("[1,,2]") == "invalid YAML: line 1: an item is missing between commas");
  CHECK(problem("a: [1, ~]") == R"(read as {"a":[1,null]})");
}

TEST_CASE("a line without a colon is no key") {
  CHECK(text::is_colon_missing("a: 1\nb\nc: 2\n", 5));
  CHECK_FALSE(text::is_colon_missing("a: 1\nb:\nc: 2\n", 5));
  CHECK_FALSE(text::is_colon_missing("? b\n", 2));
  CHECK(problem("a: 1\nb\n") == "invalid YAML: line 2: a key without ':'");
  CHECK(problem("a: 1\n? b\n") == R"(read as {"a":1,"b":null})");
}

TEST_CASE("the end of the text is not the end of a quote") {
  for (const char* open : {"\"x", "'x", "'it''s", "\"x\\\"", "&a \"x", "!!str\n# why\n'x", "\""}) {
    CAPTURE(open);
    CHECK(text::is_quote_open(open, 0));
    // Without a line break behind it the library finds the mistake itself.
    CHECK(problem("a: " + std::string(open) + "\n") == "invalid YAML: line 1: a quote is not closed");
  }
  for (const char* closed : {"\"x\"", "'it''s'", "\"\\\"\"", "&a \"x\"", "x\"", "", "&a"}) {
    CAPTURE(closed);
    CHECK_FALSE(text::is_quote_open(closed, 0));
  }
}

TEST_CASE("escapes that the library writes as single bytes become characters") {
  CHECK(text::with_whole_characters("a\x85"
                                    "b\xA0")
        == "a\xC2\x85"
           "b\xC2\xA0");
  CHECK(text::with_whole_characters("\xC3\xA4\xE2\x82\xAC\xF0\x9F\x98\x80") == "\xC3\xA4\xE2\x82\xAC\xF0\x9F\x98\x80");
  CHECK(problem(R"("\N\_")") == "read as \"\xC2\x85\xC2\xA0\"");
}

TEST_CASE("a line that stands further left or right than the one before it is shown up to its colon") {
  CHECK(problem("a:\n  title: hunter2\n   size: 1\n")
          .ends_with("(is the indentation of 'size:' wrong? It stands behind 3 spaces, the line before it behind 2 "
                     "spaces: keys of one map "
                     "need the same)"));
  CHECK(problem("title: a\n# no value\n\n replicas: 2\n")
          .ends_with(text::hint_of_indentation("title: a\n# no value\n\n replicas: 2\n", 3)));
  CHECK(text::hint_of_indentation("title: a\n# no value\n\n replicas: 2\n", 3)
          .find("'replicas:' wrong? It stands behind 1 space,")
        != std::string::npos);
  CHECK(text::hint_of_indentation("a: 1\nb: ]\n", 1).empty());
  CHECK(text::hint_of_indentation("a: 1\n  hunter2\n", 1).empty());
  CHECK(text::hint_of_indentation(" a: 1\n", 0).empty());
  CHECK(text::hint_of_indentation("a: 1\n", 7).empty());
}

TEST_CASE("a tab in the indentation is named, and no other tab") {
  CHECK(text::hint_of_tab("a:\n \tb: 1\n", 1) == " (the line is indented with a tab: YAML takes spaces only)");
  CHECK(text::hint_of_tab("a:\n  b:\t1\n", 1).empty());
  CHECK(text::hint_of_tab("a:\n\tb: 1\n", 0).empty());
  CHECK(problem("a:\n\tb: 1\n").ends_with(text::hint_of_tab("a:\n\tb: 1\n", 1)));
}
