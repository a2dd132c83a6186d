#include "text/json/address_login.hpp"

#include <doctest/doctest.h>

TEST_CASE("a login stands before the host of an address, and nowhere else") {
  for (const char* url : {"https://u:hunter2@host:6443", "http://token@host/path", "u:hunter2@host", "https://a@b@host",
                          "ftp://u:p@[::1]:1?x"}) {
    CAPTURE(url);
    CHECK(text::has_login(url));
  }
  for (const char* url :
       {"https://host:6443", "http://host/a@b", "http://host?x=a@b", "host#a@b", "https://[::1]:1", ""}) {
    CAPTURE(url);
    CHECK_FALSE(text::has_login(url));
  }
}
