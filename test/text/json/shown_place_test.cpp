#include "text/json/shown_place.hpp"

#include <doctest/doctest.h>

#include <string>

using text::shown_place;

TEST_CASE("a place is shown without secrets in keys, and without keys below the name of a secret") {
  CHECK(shown_place({}) == "");
  CHECK(shown_place({{"web", "db", "size"}}) == "web.db.size");
  CHECK(shown_place({{"web", "https://user:hunter2@host", "size"}}) == "web.https://user:<redacted>@host.size");
  CHECK(shown_place({{"web", "passwords", "anna"}}) == "web.passwords");
}

TEST_CASE("a long place is cut, wherever its length comes from") {
  const std::string word(1'000, 'x');
  for (const auto& place : {text::json_pointer{{word}}, text::json_pointer{std::vector<std::string>(1'000, "x")},
                            text::json_pointer{{"a", word, word}}}) {
    const auto shown = shown_place(place);
    CHECK(shown.size() <= text::shown_place_bytes_max + 3);
    CHECK(shown.ends_with("…"));
  }
  const auto login = std::string("https://user:") + std::string(500, 'a') + "@host";
  CHECK(shown_place({{"web", login}}) == "web.https://user:<redacted>@host");
}

TEST_CASE("a pointer is shown without secrets in keys") {
  CHECK(text::shown_pointer({{"web", "a/b"}}) == "/web/a~1b");
  CHECK(text::shown_pointer({{"web", "https://user:hunter2@host"}}) == "/web/https:~1~1user:<redacted>@host");
}
