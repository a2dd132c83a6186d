#include "core/cel/string_literal.hpp"

#include <doctest/doctest.h>

#include <string>

namespace {

std::string content_of(std::string_view text) {
  const auto literal = core::cel::read_string_literal(text);
  if (!literal) return literal.error().message;
  return *literal ? (*literal)->content : "none";
}

} // namespace

TEST_CASE("escapes are code points in strings, and bytes in bytes") {
  CHECK(content_of(R"('\xff')") == "\u00ff");
  CHECK(content_of(R"(b'\xff')") == "\xff");
  CHECK(content_of(R"('\377')") == "\u00ff");
  CHECK(content_of(R"(b'\377')") == "\xff");
  CHECK(content_of(R"("\u270c \U0001f431")") == "\u270c \U0001f431");
  CHECK(content_of(R"('\a\\\?\`')") == "\a\\?`");
}

TEST_CASE("raw strings keep their backslashes, and triple quotes their lines") {
  CHECK(content_of(R"(r'\d\'')") == R"(\d\')");
  CHECK(content_of("'''a'b\nc'''") == "a'b\nc");
  CHECK(content_of(R"(rb"\x")") == R"(\x)");
  CHECK(core::cel::read_string_literal("'ab' + c").value()->length == 4);
  CHECK(core::cel::read_string_literal("rb'ab'").value()->is_bytes);
}

TEST_CASE("a wrong literal says why, and other texts are no literal") {
  CHECK(content_of("'a") == "the string has no end");
  CHECK(content_of("'a\nb'") == "the string has no end in its line");
  CHECK(content_of(R"('\s')") == R"('\s' is no escape sequence)");
  CHECK(content_of(R"('\x1')") == "an escape sequence lacks digits");
  CHECK(content_of(R"('\ud83d')") == "an escape sequence is no Unicode character");
  CHECK(content_of(R"('\U00110000')") == "an escape sequence is no Unicode character");
  CHECK(content_of("rr'a'") == "none");
  CHECK(content_of("a") == "none");
}
