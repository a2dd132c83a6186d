#include "core/releases/public_words.hpp"

#include <doctest/doctest.h>

TEST_CASE("words of messages and kinds are public, other words are not") {
  for (const auto* word : {"executing", "template", "deployment", "poddisruptionbudget", "policy", "expected"})
    CHECK_MESSAGE(core::releases::is_public_word(word), word);
  for (const auto* word : {"hunter2zq9x", "correcthorse", "", "Template"})
    CHECK_FALSE_MESSAGE(core::releases::is_public_word(word), word);
}
