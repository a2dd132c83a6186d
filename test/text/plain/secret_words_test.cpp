#include "text/plain/secret_words.hpp"

#include <doctest/doctest.h>

#include <string>

TEST_CASE("a word looks like a password if it has letters and digits") {
  for (const auto* word : {"hunter2", "a1b2c3", "P4ssw0rd!"}) CHECK(text::looks_random(word));
  for (const auto* word : {"hunter", "123456", "a1", "base64-encoded", "web-5d4f8", "10:00ab", "sha256sum1"})
    CHECK_FALSE(text::looks_random(word));
}

TEST_CASE("words are read backwards within their line") {
  const std::string_view text = "a\nfirst second=x";
  const auto at = text.find('=');
  CHECK(text::word_before(text, at) == "second");
  CHECK(text::word_before_word(text, at) == "first");
  CHECK(text::word_before_word(text, 7) == "");
  CHECK(text::line_before(text, at) == "first second");
}

TEST_CASE("a long line is looked at for a bounded distance") {
  const std::string line(10'000, 'x');
  CHECK(text::line_before(line, line.size()).size() == text::distance_max);
}

TEST_CASE("two words name a secret together") {
  CHECK(text::is_secret_key("API", "key"));
  CHECK(text::is_secret_key("secret", "Key"));
  CHECK_FALSE(text::is_secret_key("primary", "key"));
  CHECK_FALSE(text::is_secret_key("", "key"));
}
