#include "text/plain/secret_pieces.hpp"

#include <doctest/doctest.h>

#include <string>

using text::line_end;

TEST_CASE("a piece is searched together with the kept end of its line") {
  text::secret_pieces pieces;
  CHECK_FALSE(pieces.has_begun());
  CHECK(pieces.without_secrets("a pass", line_end::later) == "a pass");
  CHECK(pieces.has_begun());
  CHECK(pieces.joined("word") == "a password");
  CHECK(pieces.without_secrets("word=x", line_end::later) == "word=<redacted>");
  CHECK(pieces.without_secrets("y z", line_end::later) == "<redacted> z");
  pieces.end_line();
  CHECK(pieces.without_secrets("y z", line_end::later) == "y z");
}

TEST_CASE("the kept end of a line is bounded") {
  text::secret_pieces pieces;
  static_cast<void>(pieces.without_secrets(std::string(3 * text::secret_pieces::kept_bytes_max, ' '), line_end::later));
  CHECK(pieces.joined("").size() == text::secret_pieces::kept_bytes_max);
  pieces.pass_over("abcdef", 3);
  CHECK(pieces.joined("") == "def");
}

TEST_CASE("the rest of a line stays hidden until the end of the line") {
  text::secret_pieces pieces;
  pieces.hide_rest();
  CHECK(pieces.without_secrets("a", line_end::later) == "<redacted>");
  CHECK(pieces.without_secrets("b", line_end::later) == "<redacted>");
  pieces.end_line();
  CHECK(pieces.without_secrets("c", line_end::later) == "c");
}

TEST_CASE("the end of the last word may be a password while the line goes on") {
  for (const std::string text : {"to https://user:x", "user:x"}) {
    text::secret_pieces pieces;
    CHECK(pieces.without_secrets(text, line_end::later) == text.substr(0, text.size() - 1) + "<redacted>");
  }
  text::secret_pieces pieces;
  CHECK(pieces.without_secrets("at 10:00", line_end::here) == "at 10:00");
}
