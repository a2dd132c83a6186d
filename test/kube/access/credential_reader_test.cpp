#include "kube/access/credential_reader.hpp"

#include "support/test_certificate.hpp"

#include <doctest/doctest.h>

#include <chrono>
#include <map>

TEST_SUITE_BEGIN("kube/credential_reader");

namespace {

using base::error_code;

/// Files in memory, and the reader of their content.
struct fixture {
  std::map<std::string, std::string> files;
  const test::certificate_and_key first = make();
  const test::certificate_and_key second = make();

  static test::certificate_and_key make() {
    return test::make_certificate(std::chrono::system_clock::now() + std::chrono::hours(1));
  }
  kube::access::credential_reader reader(kube::access::credentials from) {
    return {std::move(from), "context 'a' of /k/config", [this](const std::string& path) -> base::result<std::string> {
              const auto file = files.find(path);
              if (file == files.end()) return base::fail(error_code::not_found, path + ": no such file");
              return file->second;
            }};
  }
  static kube::access::credentials pair_of_files() {
    kube::access::credentials x;
    x.client_certificate_file = "/k/c.crt";
    x.client_key_file = "/k/c.key";
    return x;
  }
  void write_pair(const test::certificate_and_key& pair) {
    files["/k/c.crt"] = pair.certificate_pem;
    files["/k/c.key"] = pair.key_pem;
  }
};

} // namespace

TEST_CASE_FIXTURE(fixture, "a client certificate that is renewed in its files is used from then on") {
  write_pair(first);
  auto credentials = reader(pair_of_files());
  const auto before = credentials.read();
  REQUIRE(before);
  CHECK_EQ((*before)->client_certificate_pem, first.certificate_pem);
  CHECK_EQ(*credentials.read(), *before);
  write_pair(second);
  const auto after = credentials.read();
  REQUIRE(after);
  CHECK_EQ((*after)->client_certificate_pem, second.certificate_pem);
  CHECK_EQ((*after)->client_key_pem, second.key_pem);
  CHECK_EQ((*before)->client_certificate_pem, first.certificate_pem);
}

TEST_CASE_FIXTURE(fixture, "while a certificate and its key are renewed the last pair that belonged together counts") {
  write_pair(first);
  auto credentials = reader(pair_of_files());
  REQUIRE(credentials.read());
  SUBCASE("only the certificate is new") {
    files["/k/c.crt"] = second.certificate_pem;
  }
  SUBCASE("the key is away") {
    files.erase("/k/c.key");
  }
  SUBCASE("the certificate is cut short") {
    files["/k/c.crt"].resize(100);
  }
  const auto meanwhile = credentials.read();
  REQUIRE(meanwhile);
  CHECK_EQ((*meanwhile)->client_certificate_pem, first.certificate_pem);
  CHECK_EQ((*meanwhile)->client_key_pem, first.key_pem);
  write_pair(second);
  CHECK_EQ((*credentials.read())->client_key_pem, second.key_pem);
}

TEST_CASE_FIXTURE(fixture, "a token is what its file holds now, without white space at the end") {
  kube::access::credentials from;
  from.token = "old";
  from.token_file = "/t";
  auto credentials = reader(from);
  const auto failed = credentials.read();
  REQUIRE_FALSE(failed);
  CHECK_EQ(failed.error().message, "token of context 'a' of /k/config: /t: no such file");
  files["/t"] = "one\n";
  CHECK_EQ((*credentials.read())->token, "one");
  files["/t"] = "two \n";
  CHECK_EQ((*credentials.read())->token, "two");
}

TEST_CASE_FIXTURE(fixture, "a first certificate with the key of another is an error that names their place") {
  files["/k/c.crt"] = first.certificate_pem;
  files["/k/c.key"] = second.key_pem;
  const auto failed = reader(pair_of_files()).read();
  REQUIRE_FALSE(failed);
  CHECK_EQ(failed.error().message,
           "client certificate of context 'a' of /k/config: the client key does not belong to the "
           "client certificate");
}

TEST_CASE_FIXTURE(fixture, "a password and an impersonated account stay beside what is read from files") {
  files["/t"] = "one\n";
  kube::access::credentials from;
  from.token_file = "/t";
  from.user_name = "a";
  from.password = "b";
  from.as.user = "jane";
  auto credentials = reader(from);
  const auto now = credentials.read();
  REQUIRE(now);
  CHECK_EQ((*now)->token, "one");
  CHECK_EQ((*now)->user_name, "a");
  CHECK_EQ((*now)->password, "b");
  CHECK_EQ((*now)->as.user, "jane");
}

TEST_SUITE_END();
