#include "text/json/json_extent.hpp"

#include <doctest/doctest.h>

#include <string>
#include <string_view>

TEST_CASE("a quoted text ends behind its quote, or where the text is cut off") {
  struct row {
    std::string_view text;
    std::size_t begin;
    std::string_view found;
  };
  for (const auto& r : {row{R"(say "yes" now)", 4, R"("yes")"}, row{R"("" x)", 0, R"("")"},
                        row{R"('it is "so"' x)", 0, R"('it is "so"')"}, row{R"("a\"b" c)", 0, R"("a\"b")"},
                        row{R"("a\\" b)", 0, R"("a\\")"}, row{R"("cut off)", 0, R"("cut off)"},
                        row{R"("a\)", 0, R"("a\)"}, row{R"(")", 0, R"(")"}}) {
    CAPTURE(r.text);
    CHECK(r.text.substr(r.begin, text::end_of_quoted(r.text, r.begin) - r.begin) == r.found);
  }
}

TEST_CASE("an object begins with a name, and a list with a text or a container") {
  struct row {
    std::string_view text;
    bool begins;
  };
  for (const auto& r : {row{R"({"a":1})", true}, row{R"({ "a")", true}, row{"[{", true}, row{"[ \t\"a\"]", true},
                        row{"[[", true}, row{"{", true}, row{"[  ", true}, row{"{a: 1}", false}, row{"{}", false},
                        row{"[1, 2]", false}, row{"[error]", false}, row{"\"a\"", false}, row{"", false}}) {
    CAPTURE(r.text);
    CHECK(text::begins_json(r.text, 0) == r.begins);
  }
  CHECK(!text::begins_json("{", 1));
  CHECK(!text::begins_json("{", 7));
}

TEST_CASE("an object or list ends with its own bracket, whatever stands in its texts") {
  struct row {
    std::string_view text;
    std::size_t begin;
    std::string_view found;
  };
  for (const auto& r :
       {row{R"(got {"a":1}, want b)", 4, R"({"a":1})"}, row{R"({"a":[{"b":"}]"}]} x)", 0, R"({"a":[{"b":"}]"}]})"},
        row{R"([{"a":"\"}"}] x)", 0, R"([{"a":"\"}"}])"}, row{R"({"a":{"b")", 0, R"({"a":{"b")"},
        row{R"({"a":"cut})", 0, R"({"a":"cut})"}}) {
    CAPTURE(r.text);
    CHECK(r.text.substr(r.begin, text::end_of_json(r.text, r.begin) - r.begin) == r.found);
  }
}

TEST_CASE("an object that is cut off on its line ends with the line") {
  struct row {
    std::string_view text;
    std::string_view found;
  };
  for (const auto& r :
       {row{"{a: 1} b\n}", "{a: 1}"}, row{"{a: {b: 1}\n}", "{a: {b: 1}"}, row{"{a: \"b\n}\"}", "{a: \"b"},
        row{"{a: \"b\\\n}", "{a: \"b\\"}, row{"{a: \"}\"}", "{a: \"}\"}"}, row{"{a", "{a"}}) {
    CAPTURE(r.text);
    CHECK(r.text.substr(0, text::end_of_json_on_line(r.text, 0)) == r.found);
  }
}
