#include "kube/access/ip_address.hpp"

#include <doctest/doctest.h>

#include <string>

TEST_SUITE_BEGIN("kube/ip_address");

namespace {

using kube::access::ip_address;
using kube::access::ip_network;

} // namespace

TEST_CASE("an address is read in the forms of RFC 4291 and dotted decimal, and in no other") {
  for (const auto* text : {"10.0.0.1", "255.255.255.255", "::", "::1", "fd00::1", "FD00::1", "::ffff:10.0.0.1"}) {
    CAPTURE(text);
    CHECK(ip_address::parse(text));
  }
  for (const auto* text : {"", "10.0.0", "10.0.0.256", "10.0.0.1:443", "[::1]", "fe80::1%eth0", "010.0.0.1", "a.b.c.d",
                           " 10.0.0.1", "10.0.0.1/8"}) {
    CAPTURE(text);
    CHECK_FALSE(ip_address::parse(text));
  }
}

TEST_CASE("an IPv4 address has one form, so both of its texts are the same address") {
  CHECK(*ip_address::parse("::ffff:10.0.0.1") == *ip_address::parse("10.0.0.1"));
  CHECK(ip_address::parse("::ffff:10.0.0.1")->is_ipv4());
  CHECK_FALSE(ip_address::parse("fd00::1")->is_ipv4());
}

TEST_CASE("all of 127.0.0.0/8 is loopback, and of IPv6 a single address") {
  for (const auto* text : {"127.0.0.1", "127.255.0.9", "::1", "::ffff:127.0.0.1"}) {
    CAPTURE(text);
    CHECK(ip_address::parse(text)->is_loopback());
  }
  for (const auto* text : {"128.0.0.1", "0.0.0.0", "::", "::2"}) {
    CAPTURE(text);
    CHECK_FALSE(ip_address::parse(text)->is_loopback());
  }
}

TEST_CASE("a network contains the addresses of its kind that share its first bits") {
  struct row {
    std::string network, address;
    bool contains;
  };
  const row rows[] = {
    {"10.0.0.0/8", "10.255.0.1", true},    {"10.0.0.0/8", "11.0.0.1", false},       {"10.1.2.3/32", "10.1.2.3", true},
    {"10.1.2.3/32", "10.1.2.2", false},    {"0.0.0.0/0", "192.168.1.1", true},      {"0.0.0.0/0", "::1", false},
    {"10.1.0.0/15", "10.0.9.9", true},     {"10.1.0.0/16", "10.0.9.9", false},      {"fd00::/8", "fdff::1", true},
    {"fd00::/64", "fd00:0:0:1::1", false}, {"10.0.0.0/8", "::ffff:10.2.3.4", true},
  };
  for (const auto& x : rows) {
    CAPTURE(x.network);
    CAPTURE(x.address);
    CHECK_EQ(ip_network::parse(x.network)->contains(*ip_address::parse(x.address)), x.contains);
  }
}

TEST_CASE("a text without a length, or with one that the address has not, is no network") {
  for (const auto* text :
       {"10.0.0.0", "10.0.0.0/", "10.0.0.0/33", "fd00::/129", "10.0.0.0/-1", "10.0.0.0/8a", "/8", ""}) {
    CAPTURE(text);
    CHECK_FALSE(ip_network::parse(text));
  }
}

TEST_SUITE_END();
