#include "sys/http/issued_certificate.hpp"

#include <doctest/doctest.h>

using namespace sys::http;

namespace {

constexpr certificate_time some_years{1'700'000'000, 1'900'000'000};

certified_key authority() {
  auto made = make_authority("test", some_years);
  REQUIRE(made);
  return *made;
}

} // namespace

TEST_CASE("a certificate has the names and the time that it was made for") {
  const std::set<std::string> names{"hooks.ops.svc", "192.0.2.1", "2001:db8::1"};
  const auto made = issue_server_certificate(authority(), names, {1'750'000'000, 1'760'000'000});
  REQUIRE(made);
  const auto read = read_certificate(made->certificate);
  REQUIRE(read);
  CHECK(read->names == names);
  CHECK(read->time == certificate_time{1'750'000'000, 1'760'000'000});
}

TEST_CASE("a certificate belongs to the authority that has signed it, and to its own key") {
  const auto by = authority();
  const auto made = issue_server_certificate(by, {"a"}, some_years);
  REQUIRE(made);
  CHECK(is_issued_by(*made, by.certificate));
  CHECK_FALSE(is_issued_by(*made, authority().certificate));
  CHECK_FALSE(is_issued_by({made->certificate, by.key}, by.certificate));
  CHECK_FALSE(is_issued_by(*made, "no certificate"));
}

TEST_CASE("nothing is issued that a client would not accept: a key of another authority, other names, a server") {
  const auto by = authority();
  CHECK_FALSE(issue_server_certificate({by.certificate, authority().key}, {"a"}, some_years));
  const auto server = issue_server_certificate(by, {"a"}, some_years);
  REQUIRE(server);
  CHECK_FALSE(issue_server_certificate(*server, {"a"}, some_years));
  for (const auto* name : {"b\u00fccher.example", "0:0:0:0:0:0:0:1"}) {
    const auto made = issue_server_certificate(by, {name}, some_years);
    REQUIRE_FALSE(made);
    CHECK_MESSAGE(made.error().message.find(name) != std::string::npos, made.error().message);
  }
}

TEST_CASE("a text that is no certificate is an error") {
  CHECK_FALSE(read_certificate("x"));
  CHECK_FALSE(issue_server_certificate({"x", "y"}, {"a"}, some_years));
}
