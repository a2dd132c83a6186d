#include "core/cel/ip_library.hpp"

#include "core/cel/evaluated.hpp"

TEST_CASE("addresses are read as the API server reads them") {
  for (const auto* text : {"127.0.0.1", "::1", "2001:db8::abcd", "::1.2.3.4", "::"})
    CHECK_MESSAGE(core::cel::read_ip(text).has_value(), text);
  for (const auto* text : {"", "not an IP", "127.0.0.256", "1.2.3", "1.2.3.04", "fe80::1%eth0", "::ffff:1.2.3.4",
                           "1:2:3:4:5:6:7:8:9", "[::1]", "1.2.3.4 "})
    CHECK_MESSAGE(!core::cel::read_ip(text), text);
  CHECK(!core::cel::read_ip(std::string_view("::1\0x", 5)));
}

TEST_CASE("addresses of IPv6 are shown as RFC 5952 says") {
  const auto shown = [](const char* text) { return core::cel::text_of(*core::cel::read_ip(text)); };
  CHECK(shown("2001:DB8:0:0:0:0:0:1") == "2001:db8::1");
  CHECK(shown("2001:db8:0:1:1:1:1:1") == "2001:db8:0:1:1:1:1:1");
  CHECK(shown("2001:0:0:1:0:0:0:1") == "2001:0:0:1::1");
  CHECK(shown("1:0:0:2:0:0:3:4") == "1::2:0:0:3:4");
  CHECK(shown("0:0:0:0:0:0:0:0") == "::");
  CHECK(shown("1:0:0:0:0:0:0:0") == "1::");
  CHECK(shown("10.0.0.1") == "10.0.0.1");
}

TEST_CASE("questions about addresses are answered") {
  test::check({
    {"isIP('127.0.0.1')", "true"},
    {"isIP('not.an.ip')", "false"},
    {"ip('192.168.0.1') == ip('192.168.0.1')", "true"},
    {"ip('2001:db8::1') == ip('2001:DB8::0001')", "true"},
    {"ip('192.168.0.1') == ip('192.168.0.2')", "false"},
    {"ip('::ffff:c0a8:1') == ip('192.168.0.1')", "true"},
    {"ip('256.0.0.1')", "failed: the text is no IP address"},
    {"string(ip('2001:DB8::1'))", "2001:db8::1"},
    {"type(ip('::1')) == net.IP", "true"},
    {"ip.isCanonical('127.0.0.1')", "true"},
    {"ip.isCanonical('2001:DB8::ABCD')", "false"},
    {"ip.isCanonical('2001:db8:0:0:0:0:0:ffff')", "false"},
    {"ip('127.0.0.1').family()", "4"},
    {"ip('::1').family()", "6"},
    {"ip('0.0.0.0').isUnspecified() && ip('::').isUnspecified()", "true"},
    {"ip('127.0.0.1').isUnspecified()", "false"},
    {"ip('127.0.0.1').isLoopback() && ip('::1').isLoopback()", "true"},
    {"ip('192.168.0.1').isLoopback()", "false"},
    {"ip('224.0.0.1').isLinkLocalMulticast() && ip('ff02::1').isLinkLocalMulticast()", "true"},
    {"ip('224.0.1.1').isLinkLocalMulticast()", "false"},
    {"ip('169.254.169.254').isLinkLocalUnicast() && ip('fe80::1').isLinkLocalUnicast()", "true"},
    {"ip('fd80::1').isLinkLocalUnicast()", "false"},
    {"ip('192.168.0.1').isGlobalUnicast() && ip('2001:db8::abcd').isGlobalUnicast()", "true"},
    {"ip('255.255.255.255').isGlobalUnicast() || ip('ff00::1').isGlobalUnicast()", "false"},
  });
}
