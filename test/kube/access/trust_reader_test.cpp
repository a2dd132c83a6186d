#include "kube/access/trust_reader.hpp"

#include "support/test_certificate.hpp"

#include <doctest/doctest.h>

#include <chrono>
#include <string>
#include <utility>

TEST_SUITE_BEGIN("kube/trust_reader");

namespace {

using namespace std::chrono_literals;

std::string an_authority() {
  return test::make_certificate(std::chrono::system_clock::now() + 24h).certificate_pem;
}

/// A file of certificate authorities that other programs renew.
struct fixture {
  base::result<std::string> content = std::string();

  kube::access::trust_reader reader(std::string pem, std::string file = "/ca.crt") {
    return {std::move(pem), std::move(file), [this](const std::string&) { return content; }};
  }
};

} // namespace

TEST_CASE_FIXTURE(fixture, "authorities that stand in a file are read anew for each request") {
  const auto before = an_authority(), now = an_authority();
  auto trust = reader(before);
  content = before;
  const auto first = trust.read();
  CHECK_EQ(*first, before);
  CHECK_MESSAGE(trust.read() == first, "the same pointer, so that connections stay");
  content = now;
  CHECK_EQ(*trust.read(), now);
}

TEST_CASE_FIXTURE(fixture, "while the file cannot be used, the authorities of before count") {
  const auto before = an_authority();
  auto trust = reader(before);
  for (const auto* text : {"", "-----BEGIN CERTIFICATE-----\nMIIB", "no certificate"}) {
    CAPTURE(text);
    content = std::string(text);
    CHECK_EQ(*trust.read(), before);
  }
  content = base::fail(base::error_code::not_found, "/ca.crt: no such file");
  CHECK_EQ(*trust.read(), before);
}

TEST_CASE_FIXTURE(fixture, "without a file the authorities do not change") {
  const auto before = an_authority();
  auto trust = reader(before, "");
  content = an_authority();
  CHECK_EQ(*trust.read(), before);
}

TEST_SUITE_END();
