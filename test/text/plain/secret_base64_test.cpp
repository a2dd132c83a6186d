#include "text/plain/secret_base64.hpp"

#include "text/plain/base64.hpp"
#include "text/plain/secret_text.hpp"

#include <doctest/doctest.h>

#include <string>

TEST_CASE("base64 of a text is told from words and identifiers") {
  for (const auto* text : {"hunter2", "correct horse battery", "two\nlines\n"})
    CHECK(text::is_base64_of_text(text::encode_base64(text)));
  for (const auto* word :
       {"", "YWJj", "redirect", "NodePort", "Recreate", "12345678", "0123456789abcdef", "ClusterIPx1=", "LoadBalancer",
        "ReadWriteMany", "RollingUpdat", "OnFailure123", "deadbeef", "abcdef0123456789abcdef01", "a1b2c3d4e5f6"})
    CHECK_MESSAGE(!text::is_base64_of_text(word), word);
}

TEST_CASE("members that are base64 of a text are hidden in JSON and in maps of Go") {
  const auto secret = text::encode_base64("correct horse battery");
  for (const std::string form : {R"({"one":"%"})", R"(  "one": "%",)", R"({\"one\":\"%\"})", "map[one:% two:x]"}) {
    const auto place = form.find('%');
    auto line = form;
    line.replace(place, 1, secret);
    auto want = form;
    want.replace(place, 1, "<redacted>");
    CHECK(text::without_secrets(line) == want);
  }
  for (const std::string text :
       {R"({"type":"NodePort","uid":"0b1c2d3e-0000-4000-8000-000000000000"})",
        R"({"image":"a/b:v1.2.3","n":"redirect"})", "SHA256:0CkLSiEm2kkGBSWGg0tPwfCYMYqWWsXWxyJ6ZPQMUI4",
        "image: registry:Tag12345", "10:15:20 a:b"})
    CHECK(text::without_secrets(text) == text);
}
