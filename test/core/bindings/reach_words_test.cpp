#include "core/bindings/reach_words.hpp"

#include <doctest/doctest.h>

using core::bindings::reach_words;
using operation = reach_words::operation;

TEST_CASE("a word is taken whole, or not at all") {
  reach_words words(" order |= x");
  CHECK_FALSE(words.take_word("or"));
  CHECK(words.take_name() == "order");
  CHECK_FALSE(words.take("|"));
  CHECK(words.take_operator() == operation::assigns);
  words.stop();
  CHECK(words.at_end());
}

TEST_CASE("numbers, variables, formats and keys are words") {
  reach_words words("1.5e-3 .5 $a @json [-1] [\"k\"] [\"\\n\"]");
  CHECK(words.take_number());
  CHECK(words.take_number());
  CHECK(words.take_variable() == "a");
  CHECK(words.take_format());
  CHECK((words.take("[") && words.take_index()));
  CHECK((words.take("[") && words.take_key() == "k"));
  CHECK((words.take("[") && !words.take_key() && words.peek() == '"'));
}

TEST_CASE("operators are told from their assignments and from pipes") {
  for (const auto& [text, sort] : {std::pair{"// 1", operation::chooses},
                                   {"//= 1", operation::assigns},
                                   {"/ 1", operation::calculates},
                                   {"/= 1", operation::assigns},
                                   {"== 1", operation::calculates},
                                   {"= 1", operation::assigns},
                                   {"<= 1", operation::calculates},
                                   {"and 1", operation::decides},
                                   {"| 1", operation::none},
                                   {", 1", operation::none},
                                   {"", operation::none}}) {
    CAPTURE(text);
    CHECK(reach_words(text).take_operator() == sort);
  }
}

TEST_CASE("a string ends at its quote, an escape or an expression") {
  reach_words words("\"ab\\n\\(1 ) c\"");
  std::string content;
  REQUIRE(words.take("\""));
  CHECK(words.take_text(content) == reach_words::text_end::escape);
  CHECK(words.take_text(content) == reach_words::text_end::expression);
  CHECK(words.take_number());
  CHECK(words.take_bracket_in_text());
  CHECK(words.take_text(content) == reach_words::text_end::end);
  CHECK(content == "ab c");
}
