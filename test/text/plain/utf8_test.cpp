#include "text/plain/utf8.hpp"

#include <doctest/doctest.h>

#include <string>

using std::string_view;

TEST_CASE("a character of UTF-8 has the length that RFC 3629 gives it, and what is none has no length") {
  struct row {
    string_view text;
    std::size_t length;
  };
  for (const auto& r : {
         row{"a", 1},
         row{string_view("\0", 1), 1},
         row{"\xC3\xA4x", 2},
         row{"\xE2\x82\xAC", 3},
         row{"\xF0\x9F\x98\x80", 4},
         row{"\xF4\x8F\xBF\xBF", 4},
         row{"", 0},
         row{"\x80", 0},             // a continuation
         row{"\xC0\x80", 0},         // overlong
         row{"\xC1\xBF", 0},         // overlong
         row{"\xE0\x9F\xBF", 0},     // overlong
         row{"\xED\xA0\x80", 0},     // a surrogate
         row{"\xF0\x8F\xBF\xBF", 0}, // overlong
         row{"\xF4\x90\x80\x80", 0}, // beyond U+10FFFF
         row{"\xF5\x80\x80\x80", 0},
         row{"\xC3", 0},
         row{"\xE2\x82", 0},
         row{"\xE2x\xAC", 0},
         row{"\xF0\x9F\x98x", 0},
       }) {
    CAPTURE(std::string(r.text));
    CHECK(text::utf8_length(r.text) == r.length);
  }
}

TEST_CASE("text ends where a control character or a broken one begins") {
  CHECK(text::find_not_text("a\tb\r\n\xC3\xA4\xC2\x85\xC2\xA0") == string_view::npos);
  CHECK(text::find_not_text("ab\x07") == 2);
  CHECK(text::find_not_text(string_view("ab\0", 3)) == 2);
  CHECK(text::find_not_text("a\x7F") == 1);
  CHECK(text::find_not_text("a\xC2\x84") == 1);
  CHECK(text::find_not_text("\xC3\xA4\xC3") == 2);
}
