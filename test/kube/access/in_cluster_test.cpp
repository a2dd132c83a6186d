#include "kube/access/in_cluster.hpp"

#include "support/test_certificate.hpp"

#include <doctest/doctest.h>

#include <chrono>
#include <map>
#include <ratio>
#include <string>

TEST_SUITE_BEGIN("kube/in_cluster");

namespace {

using namespace std::chrono_literals;
using days = std::chrono::duration<int, std::ratio<86400>>;

const auto now = std::chrono::system_clock::time_point(1'800'000'000s); // 2027-01-15 08:00:00 UTC

/// Files in memory.
struct fixture {
  std::map<std::string, std::string> files;

  kube::access::file_reader reader() {
    return [this](const std::string& path) -> base::result<std::string> {
      const auto file = files.find(path);
      if (file == files.end()) return base::fail(base::error_code::not_found, path + ": no such file");
      return file->second;
    };
  }
};

} // namespace

TEST_CASE_FIXTURE(fixture, "a Pod finds its cluster through its service account") {
  const kube::access::in_cluster_options options{.host = "fd00::1", .port = "443", .directory = "/sa"};
  CHECK_FALSE(kube::access::load_in_cluster(options, reader()));
  const auto authority = test::make_certificate(now + days(1)).certificate_pem;
  files = {{"/sa/token", "t"}, {"/sa/ca.crt", authority}, {"/sa/namespace", "addons\n"}};
  const auto cluster = kube::access::load_in_cluster(options, reader());
  REQUIRE(cluster);
  CHECK_EQ(cluster->address, "https://[fd00::1]:443");
  CHECK_EQ(cluster->ca_pem, authority);
  CHECK_EQ(cluster->ca_file, "/sa/ca.crt");
  CHECK_EQ(cluster->identity.token_file, "/sa/token");
  CHECK_EQ(cluster->default_namespace, "addons");
  files["/sa/token"] = "a\nb";
  CHECK_EQ(kube::access::load_in_cluster(options, reader()).error().message,
           "the Pod's service account: /sa/token: the token has a line break at character 2, so it cannot be sent; it "
           "must be one line");
}

TEST_CASE_FIXTURE(fixture, "a host without a port, or a port without a host, is no Pod") {
  files = {{"/sa/token", "t"}, {"/sa/ca.crt", "pem"}};
  CHECK_FALSE(kube::access::load_in_cluster({.host = "10.0.0.1", .port = "", .directory = "/sa"}, reader()));
  CHECK_FALSE(kube::access::load_in_cluster({.host = "", .port = "443", .directory = "/sa"}, reader()));
}

TEST_CASE_FIXTURE(fixture, "outside of a Pod the error says what to give instead") {
  const auto cluster = kube::access::load_in_cluster({}, reader());
  REQUIRE_FALSE(cluster);
  CHECK(cluster.error().message.find("--kube-config") != std::string::npos);
}

TEST_SUITE_END();
