#include "text/json/address_login.hpp"

#include <doctest/doctest.h>

TEST_CASE("a login may stand wherever an address has a mark for it") {
  for (const char* url : {"https://u:hunter2@host:6443", "http://token@host/path", "u:hunter2@host", "https://a@b@host",
                          "ftp://u:p@[::1]:1?x", "https://u:pass#word@host", "https://u:pass?word@host",
                          "https://u:pass/word@host", "https://host?token=hunter2", "https://host/path#hunter2"}) {
    CAPTURE(url);
    CHECK(text::has_login(url));
  }
  for (const char* url :
       {"https://host:6443", "http://host/a/b", "https://host/k8s/clusters/c-1", "https://[::1]:1", ""}) {
    CAPTURE(url);
    CHECK_FALSE(text::has_login(url));
  }
}
