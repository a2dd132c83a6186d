#include "text/plain/secret_options.hpp"

#include "text/plain/secret_text.hpp"

#include <doctest/doctest.h>

#include <string>

TEST_CASE("the secret in an option of a known program is hidden") {
  struct row {
    const char* text;
    const char* want;
  };
  for (const auto& r : {
         row{"docker login -u me -p hunter2 r.io", "docker login -u me -p <redacted> r.io"},
         row{"+ helm registry login r -u me -p 'hunter 2'", "+ helm registry login r -u me -p '<redacted> 2'"},
         row{"mongosh -u admin -p hunter2 --quiet", "mongosh -u admin -p <redacted> --quiet"},
         row{"redis-cli -a hunter2 ping", "redis-cli -a <redacted> ping"},
         row{"ldapsearch -D cn=admin -w hunter2 -b dc=x", "ldapsearch -D cn=admin -w <redacted> -b dc=x"},
         row{"smbclient //h/s -U me%hunter2", "smbclient //h/s -U me%<redacted>"},
         row{"openssl enc -pass pass:hunter2 -in f", "openssl enc -pass pass:<redacted> -in f"},
         row{"curl --user=me:hunter2 https://h", "curl --user=me:<redacted> https://h"},
         row{"kubectl create secret generic a --from-literal=b=hunter2",
             "kubectl create secret generic a --from-literal=b=<redacted>"},
         row{"7z a -phunter2 a.7z", "7z a -p<redacted> a.7z"},
       }) {
    CAPTURE(r.text);
    CHECK(text::without_secrets(r.text) == r.want);
  }
}

TEST_CASE("options of other programs, and options that name a source, stay as they are") {
  for (const auto* text : {"mkdir -p a1b2c3", "grep -w a1b2c3", "ssh -p 2222 h", "openssl enc -pass env:PASSWORD_OF_A",
                           "ls -a a1b2c3", "docker run -p 80:80 a", "kubectl logs -p web-1", "id --user=me"}) {
    CAPTURE(text);
    CHECK(text::without_secrets(text) == text);
  }
}
