#include "core/cel/evaluated.hpp"

TEST_CASE("networks are read, and contain addresses and networks") {
  test::check({
    {"isCIDR('192.168.0.0/16')", "true"},
    {"isCIDR('::1/128')", "true"},
    {"isCIDR('192.168.0.0/33')", "false"},
    {"isCIDR('192.168.0.0/016')", "false"},
    {"isCIDR('192.168.0.0/-1')", "false"},
    {"isCIDR('192.168.0.0/')", "false"},
    {"isCIDR('192.168.0.0')", "false"},
    {"cidr('x')", "failed: the text is no CIDR"},
    {"cidr('192.168.0.0/24').containsIP(ip('192.168.0.1'))", "true"},
    {"cidr('192.168.0.0/24').containsIP(ip('192.168.1.1'))", "false"},
    {"cidr('192.168.0.0/24').containsIP('192.168.0.1')", "true"},
    {"cidr('192.168.0.0/24').containsIP('::1')", "false"},
    {"cidr('192.168.0.0/24').containsIP('x')", "failed: the text is no IP address"},
    {"cidr('192.168.0.0/16').containsCIDR(cidr('192.168.10.0/24'))", "true"},
    {"cidr('192.168.1.0/24').containsCIDR(cidr('192.168.2.0/24'))", "false"},
    {"cidr('192.168.0.0/24').containsCIDR('192.168.0.0/16')", "false"},
    {"cidr('2001:db8::/32').containsCIDR('2001:db8:1::/33')", "true"},
    {"string(cidr('192.168.0.1/24').ip())", "192.168.0.1"},
    {"string(cidr('192.168.0.1/24').masked())", "192.168.0.0/24"},
    {"string(cidr('10.255.255.255/9').masked())", "10.128.0.0/9"},
    {"cidr('192.168.0.1/24') == cidr('192.168.0.0/24')", "false"},
    {"cidr('192.168.0.0/16').prefixLength()", "16"},
    {"cidr('::1/128').masked() == cidr('::1/128')", "true"},
    {"type(cidr('::1/128')) == net.CIDR", "true"},
  });
}
