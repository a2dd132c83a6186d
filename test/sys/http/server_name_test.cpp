#include "sys/http/server_name.hpp"

#include "sys/http/issued_certificate.hpp"

#include <doctest/doctest.h>

#include <string>
#include <utility>

namespace {

std::string name(const std::string& host) {
  return sys::http::server_name(host).value_or("refused");
}

} // namespace

TEST_CASE("a name of a server has a single form") {
  const std::initializer_list<std::pair<const char*, const char*>> names{
    {"127.0.0.1", "127.0.0.1"},
    {"0:0:0:0:0:0:0:1", "::1"},
    {"FD00::0A", "fd00::a"},
    {"::ffff:127.0.0.1", "::ffff:127.0.0.1"},
    {"LOCALHOST", "localhost"},
    {"hooks.Example.com.", "hooks.example.com"},
    {"my_host.1-a.x", "my_host.1-a.x"},
  };
  for (const auto& [host, expected] : names) CHECK(name(host) == expected);
}

TEST_CASE("a name that no certificate can have is refused with the next step") {
  const std::string label(64, 'a');
  for (const std::string& host : {std::string(), std::string("bücher.example"), std::string("*.example.com"), label,
                                  std::string("a..b"), std::string("-a.b"), std::string("a b"),
                                  std::string("127.0.0.1."), std::string("127.1"), std::string("fe80::1%eth0")})
    CHECK_MESSAGE(name(host) == "refused", host);
  std::string long_name = "a";
  while (long_name.size() < 253) long_name += ".a";
  CHECK(name(long_name) == long_name);
  CHECK(name(long_name + ".a") == "refused");
  const auto refused = sys::http::server_name("bücher.example");
  CHECK(refused.error().message.find("xn--") != std::string::npos);
}

TEST_CASE("a certificate has the names of servers as they are written here") {
  const auto authority = sys::http::make_authority("a", {0, 4'000'000'000});
  REQUIRE(authority);
  std::string long_name = "a";
  while (long_name.size() < 253) long_name += ".a";
  for (const auto& host :
       {std::string("::1"), std::string("0:0:0:0:0:ffff:127.0.0.1"), std::string("HOOKS.example.com."), long_name}) {
    const auto wanted = sys::http::server_name(host);
    REQUIRE(wanted);
    const auto made = sys::http::issue_server_certificate(*authority, {*wanted}, {0, 4'000'000'000});
    REQUIRE_MESSAGE(made, host);
    CHECK(sys::http::read_certificate(made->certificate)->names == std::set<std::string>{*wanted});
  }
}
