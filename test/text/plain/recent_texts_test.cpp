#include "text/plain/recent_texts.hpp"

#include <doctest/doctest.h>

#include <string>

TEST_SUITE_BEGIN("text/recent_texts");

TEST_CASE("equal texts are shared, others are not") {
  text::recent_texts recent;
  const auto a = recent.share("\"1\"");
  CHECK(recent.share("\"1\"") == a);
  CHECK(recent.share("\"2\"").text() == "\"2\"");
  const auto empty = recent.share("");
  CHECK(empty);
  CHECK(recent.share("") == empty);
}

TEST_CASE("each text comes out as it went in, however many there are") {
  text::recent_texts recent;
  for (int i = 0; i < 1000; ++i) CHECK(recent.share(std::to_string(i)).text() == std::to_string(i));
  const std::string long_text(text::recent_texts::size_max + 1, 'x');
  CHECK_FALSE(recent.share(long_text) == recent.share(long_text));
  CHECK(recent.share(long_text).text() == long_text);
}

TEST_SUITE_END();
