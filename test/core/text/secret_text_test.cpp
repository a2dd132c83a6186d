#include "core/text/secret_text.hpp"

#include <doctest/doctest.h>

#include <string>

namespace {

struct row {
  const char* text;
  const char* want;
};

} // namespace

TEST_CASE("a secret is known by what stands before it") {
  for (const auto& r : {
         row{"password=x y", "password=<redacted> y"},
         row{"user: me\npassword: 'x y'\nport: 1", "user: me\npassword: <redacted>\nport: 1"},
         row{R"({"user":"me","password":"x \" y"})", R"({"user":"me","password":<redacted>})"},
         row{R"({"apiToken":{"value":"x"},"b":1})", R"({"apiToken":<redacted>,"b":1})"},
         row{"run --password x --port 1", "run --password <redacted> --port 1"},
         row{"run --token --port 1", "run --token --port 1"},
         row{"https://me:x@host/y and ftp://a:b@c", "https://me:<redacted>@host/y and ftp://a:<redacted>@c"},
         row{"Bearer abcdefgh.ij", "Bearer <redacted>"},
         row{"Authorization: Basic abc", "Authorization: <redacted>"},
         row{"-----BEGIN PRIVATE KEY-----\nabc", "<redacted>"},
       }) {
    CAPTURE(r.text);
    CHECK(core::without_secrets(r.text) == r.want);
  }
}

TEST_CASE("other texts stay as they are") {
  for (const auto* text :
       {"", "Basic settings of the host", "https://host:8080/a@b", "https://me@host/x", "https://host/x:y@z",
        "hooks/token: done", "password:", "password:\n  a: 1", "the token was read", "B"}) {
    CAPTURE(text);
    CHECK(core::without_secrets(text) == text);
  }
}
