#include "sys/http/client_address.hpp"

#include <arpa/inet.h>
#include <doctest/doctest.h>
#include <netinet/in.h>
#include <sys/un.h>

#include <string>

namespace {

std::string of_ipv6(const char* text) {
  sockaddr_in6 x{};
  x.sin6_family = AF_INET6;
  REQUIRE(::inet_pton(AF_INET6, text, &x.sin6_addr) == 1);
  return sys::http::address_text(reinterpret_cast<const sockaddr*>(&x));
}

} // namespace

TEST_CASE("a client has one address, whichever socket it uses") {
  sockaddr_in x{};
  x.sin_family = AF_INET;
  REQUIRE(::inet_pton(AF_INET, "192.0.2.1", &x.sin_addr) == 1);
  CHECK(sys::http::address_text(reinterpret_cast<const sockaddr*>(&x)) == "192.0.2.1");
  CHECK(of_ipv6("::ffff:192.0.2.1") == "192.0.2.1");
  CHECK(of_ipv6("2001:db8::1") == "2001:db8::1");
}

TEST_CASE("a client of a unix socket has no address") {
  sockaddr_un x{};
  x.sun_family = AF_UNIX;
  CHECK(sys::http::address_text(reinterpret_cast<const sockaddr*>(&x)).empty());
  CHECK(sys::http::address_text(nullptr).empty());
}
