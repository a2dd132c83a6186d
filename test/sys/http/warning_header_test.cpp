#include "sys/http/warning_header.hpp"

#include <doctest/doctest.h>

TEST_CASE("a warning is a header that says it again") {
  CHECK(sys::http::warning_header("section 'web' is bad") == "299 - \"section 'web' is bad\"");
  for (const char* text : {"", "got \"a\\b\"", "\\", "\"", "\xC3\xA4 \xE2\x80\xA6"})
    CHECK(sys::http::warning_text(sys::http::warning_header(text)) == text);
  CHECK(sys::http::warning_text(sys::http::warning_header("a\r\nb\tc")) == "a\\r\\nb\\tc");
  CHECK(sys::http::warning_text("299 - plain") == "299 - plain");
}
