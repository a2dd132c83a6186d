#include "text/plain/shown_key.hpp"

#include <doctest/doctest.h>

TEST_CASE("a key is shown without the secrets in it") {
  CHECK(text::shown_key("https://user:hunter2@host/x") == "https://user:<redacted>@host/x");
  CHECK(text::shown_key("token=hunter2") == "token=<redacted>");
  CHECK(text::shown_key("ghp_0123456789abcdef") == "<redacted>");
}

TEST_CASE("other keys stay as they are") {
  for (const auto* key :
       {"", "a", "password", "app.kubernetes.io/name", "https://host:8080/a", "10:30", "tls.crt", "ключ"})
    CHECK(text::shown_key(key) == key);
}
