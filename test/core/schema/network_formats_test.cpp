#include "core/schema/network_formats.hpp"

#include <doctest/doctest.h>

#include <string>

namespace {

template <class Format>
void check(Format is, std::initializer_list<const char*> good, std::initializer_list<const char*> bad) {
  for (const auto* text : good) {
    CAPTURE(text);
    CHECK(is(text));
  }
  for (const auto* text : bad) {
    CAPTURE(text);
    CHECK(!is(text));
  }
}

} // namespace

TEST_CASE("addresses of version 4 have four numbers without leading zeros") {
  check(core::schema::is_ipv4, {"0.0.0.0", "10.0.0.1", "255.255.255.255"},
        {"", "10.0.0", "10.0.0.1.2", "256.0.0.1", "01.0.0.1", "10.0.0.", "10.0.0.a", " 10.0.0.1", "10..0.1"});
}

TEST_CASE("addresses of version 6 have up to eight groups, and one gap") {
  check(core::schema::is_ipv6, {"::", "::1", "fe80::1", "1:2:3:4:5:6:7:8", "::ffff:10.0.0.1", "2001:DB8::"},
        {"", ":", ":::", "1::2::3", "1:2:3:4:5:6:7", "1:2:3:4:5:6:7:8:9", "12345::", "g::", "10.0.0.1"});
}

TEST_CASE("a range of addresses has the length of its prefix") {
  check(core::schema::is_cidr, {"10.0.0.0/8", "0.0.0.0/0", "10.0.0.1/32", "::/0", "fe80::/64", "::1/128"},
        {"", "10.0.0.0", "10.0.0.0/", "10.0.0.0/33", "10.0.0.0/-1", "::/129", "/8", "10.0.0.0/a", "10.0.0.0/8/8"});
}

TEST_CASE("an address of hardware has six or eight bytes") {
  check(core::schema::is_mac, {"00:00:5e:00:53:01", "02:00:5E:10:00:00:00:01"},
        {"", "00:00:5e:00:53", "00:00:5e:00:53:0g", "00:00:5e:00:53:01:02", "0:0:5e:0:53:1"});
}

TEST_CASE("a name of a host is labels with dots between") {
  check(core::schema::is_hostname, {"a", "example.com", "a-b.c1", "1.example"},
        {"", ".", "-a", "a-", "a..b", "a b", "a_b", "a/b"});
  CHECK(core::schema::is_hostname(std::string(63, 'a')));
  CHECK(!core::schema::is_hostname(std::string(64, 'a')));
}

TEST_CASE("a URI has a scheme, or is an absolute path") {
  check(core::schema::is_uri, {"https://example.com/a?b=c", "/a/b", "mailto:a@example.com", "http://[::1]:80/"},
        {"", "a/b", "http://example.com:port/", "/a%zz", "http://a b/", "://a"});
}
