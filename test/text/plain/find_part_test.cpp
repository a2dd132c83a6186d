#include "text/plain/find_part.hpp"

#include <doctest/doctest.h>

#include <string>
#include <string_view>

using text::find_last_part;
using text::find_part;

TEST_CASE("parts are found where the standard library finds them") {
  constexpr std::string_view texts[] = {"", "a", "ab", "aab", "abab", "aabaabaa", "b"};
  for (const auto text : texts)
    for (const auto part : texts) {
      for (std::size_t from = 0; from <= text.size() + 1; ++from) {
        CHECK_EQ(find_part(text, part, from), text.find(part, from));
        CHECK_EQ(find_last_part(text, part, from), text.rfind(part, from));
      }
      CHECK_EQ(find_last_part(text, part), text.rfind(part));
    }
}

TEST_CASE("long parts that nearly fit everywhere are found") {
  const std::string text = std::string(100'000, 'a') + "b" + std::string(100'000, 'a');
  const auto part = std::string(50'000, 'a') + "b";
  CHECK_EQ(find_part(text, part), 50'000);
  CHECK_EQ(find_part(text, part + "b"), std::string::npos);
  CHECK_EQ(find_last_part(text, "b" + std::string(50'000, 'a')), 100'000);
  CHECK_EQ(find_last_part(text, "bb" + std::string(50'000, 'a')), std::string::npos);
}
