#include "text/plain/secret_tokens.hpp"

#include "text/plain/secret_text.hpp"

#include <doctest/doctest.h>

#include <string>

TEST_CASE("a token is known by its own beginning") {
  for (const auto* token :
       {"hvs.CAESIhunter2hunter2", "xapp-1-A0hunter2-hunter2", "npm_hunter2hunter2hunter2", "AKIAHUNTER2HUNTER234",
        "dckr_pat_hunter2hunter2", "AIzaSyhunter2hunter2hunter2", "sk-proj-hunter2hunter2hunter2",
        "SG.hunter2hunter2.abc", "$2y$05$hunter2hunter2hunter2", "$6$hunter2$hunter2hunter2",
        "AGE-SECRET-KEY-1HUNTER2HUNTER2", "LS0tLS1CRUdJTiBQUklWQVRFIEtFWS0tLS0t"}) {
    CAPTURE(token);
    CHECK(text::without_secrets(std::string("with ") + token + " now") == "with <redacted> now");
  }
}

TEST_CASE("the address of a hook is a secret behind the name of its service") {
  CHECK(text::without_secrets("POST https://hooks.slack.com/services/T0/B0/x 200")
        == "POST https://hooks.slack.com/services/<redacted> 200");
  CHECK(text::without_secrets("https://api.telegram.org/bot1:x/sendMessage")
        == "https://api.telegram.org/bot<redacted>");
}

TEST_CASE("certificates, short words and words of other forms are no tokens") {
  for (const auto* text :
       {"LS0tLS1CRUdJTiBDRVJUSUZJQ0FURS0tLS0t", "sk-a", "npm_config", "AKIA is a beginning", "AKIAnot0a0key0of0aws",
        "sk-learn-extension-for-all", "a-eyJhbGciOiJIUzI1NiJ9", "https://hooks.slack.com/services/"}) {
    CAPTURE(text);
    CHECK(text::without_secrets(text) == text);
  }
}
