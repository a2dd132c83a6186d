#include "text/plain/secret_sentences.hpp"

#include "text/plain/secret_text.hpp"

#include <doctest/doctest.h>

#include <string>

TEST_CASE("the secret in a sentence is hidden") {
  struct row {
    const char* text;
    const char* want;
  };
  for (const auto& r : {
         row{"the password for admin is hunter2", "the password for admin is <redacted>"},
         row{"New password for admin: hunter2", "New password for admin: <redacted>"},
         row{"root password set to hunter2", "root password set to <redacted>"},
         row{"password -> hunter2", "password -> <redacted>"},
         row{"| password | hunter2 |", "| password | <redacted> |"},
         row{"generated password 'hunter' for me", "generated password '<redacted>' for me"},
         row{"API key is hunter2", "API key is <redacted>"},
         row{"secret key hunter2", "secret key <redacted>"},
         row{"api_key hunter2", "api_key <redacted>"},
         row{"Your token is hunter2", "Your token is <redacted>"},
         row{"ALTER USER a IDENTIFIED BY 'hunter';", "ALTER USER a IDENTIFIED BY '<redacted>';"},
         row{"CREATE USER a WITH PASSWORD 'hunter'", "CREATE USER a WITH PASSWORD '<redacted>'"},
       }) {
    CAPTURE(r.text);
    CHECK(text::without_secrets(r.text) == r.want);
  }
}

TEST_CASE("sentences about passwords and keys stay as they are") {
  for (const auto* text :
       {"the password for admin is wrong", "no password for admin: skipping", "password set to default",
        "token cache01 was read", "the token is valid", "API key is missing", "key a1b2c3d4 deleted",
        "primary key a1b2c3d4", "the password for user1 is too short", "Identified by name"}) {
    CAPTURE(text);
    CHECK(text::without_secrets(text) == text);
  }
}
