#include "kube/access/kubeconfig_text.hpp"

#include "kube/access/kubeconfig.hpp"
#include "support/test_certificate.hpp"

#include <doctest/doctest.h>

#include <chrono>

TEST_SUITE_BEGIN("kube/kubeconfig_text");

namespace {

/// A cluster with this identity, and its own certificate authority.
kube::access::cluster reached_by(kube::access::credentials identity) {
  return {.address = "https://10.0.0.1:6443/proxied",
          .ca_pem = test::make_certificate(std::chrono::system_clock::now() + std::chrono::hours(1)).certificate_pem,
          .tls_server_name = "api",
          .identity = std::move(identity),
          .default_namespace = "shop",
          .origin = {}};
}

kube::access::cluster read_back(const std::string& kubeconfig) {
  const auto read = [&](const std::string& path) -> base::result<std::string> {
    return path == "/config" ? kubeconfig : "token from a file";
  };
  auto cluster =
    kube::access::load_kubeconfig({.paths = {"/config"}, .context = {}, .now = std::chrono::system_clock::now()}, read);
  REQUIRE_MESSAGE(cluster, cluster.error().message);
  return *cluster;
}

} // namespace

TEST_CASE("another client reads the same address, trust, identity and namespace") {
  const auto pair = test::make_certificate(std::chrono::system_clock::now() + std::chrono::hours(1));
  kube::access::credentials identity;
  SUBCASE("a client certificate") {
    identity.client_certificate_pem = pair.certificate_pem;
    identity.client_key_pem = pair.key_pem;
  }
  SUBCASE("a token") {
    identity.token = "secret";
  }
  SUBCASE("a token's file, which is renewed") {
    identity.token_file = "/var/run/token";
  }
  SUBCASE("a password") {
    identity.user_name = "a";
    identity.password = "b";
  }
  SUBCASE("an account that is impersonated") {
    identity.token = "secret";
    identity.as = {.user = "jane", .uid = "7", .groups = {"dev"}, .extra = {{"k", {"v", "w"}}}};
  }
  SUBCASE("nobody") {}
  const auto given = reached_by(identity);

  const auto read = read_back(kube::access::kubeconfig_text(given));
  CHECK_EQ(read.address, given.address);
  CHECK_EQ(read.ca_pem, given.ca_pem);
  CHECK_EQ(read.tls_server_name, given.tls_server_name);
  CHECK_FALSE(read.skip_tls_verify);
  CHECK_EQ(read.default_namespace, given.default_namespace);
  CHECK_EQ(read.identity.client_certificate_pem, identity.client_certificate_pem);
  CHECK_EQ(read.identity.client_key_pem, identity.client_key_pem);
  CHECK_EQ(read.identity.token, identity.token);
  CHECK_EQ(read.identity.token_file, identity.token_file);
  CHECK_EQ(read.identity.user_name, identity.user_name);
  CHECK_EQ(read.identity.password, identity.password);
  CHECK(read.identity.as == identity.as);
}

TEST_CASE("another client goes through the same proxy") {
  auto given = reached_by({.token = "secret"});
  const auto proxy = kube::access::proxy_of_kubeconfig("socks5://u:p%40q@proxy:1080");
  REQUIRE(proxy);
  given.proxy = *proxy;
  CHECK_EQ(read_back(kube::access::kubeconfig_text(given)).proxy, given.proxy);
}

TEST_CASE("files of a client certificate are named, because they are renewed") {
  kube::access::credentials identity;
  identity.client_certificate_pem = "old";
  identity.client_key_pem = "old";
  identity.client_certificate_file = "/pki/c.crt";
  identity.client_key_file = "/pki/c.key";
  const auto text = kube::access::kubeconfig_text(reached_by(identity));
  CHECK_NE(text.find(R"("client-certificate":"/pki/c.crt","client-key":"/pki/c.key")"), std::string::npos);
  CHECK_EQ(text.find("client-certificate-data"), std::string::npos);
}

TEST_CASE("the file of an authority is named, because it is renewed") {
  auto given = reached_by({.token = "secret"});
  given.ca_file = "/sa/ca.crt";
  const auto text = kube::access::kubeconfig_text(given);
  CHECK_NE(text.find(R"("certificate-authority":"/sa/ca.crt")"), std::string::npos);
  CHECK_EQ(text.find("certificate-authority-data"), std::string::npos);
}

TEST_CASE("what clients in Go refuse or prefer differently is left out") {
  auto given = reached_by({.token = "old", .token_file = "/var/run/token"});
  given.skip_tls_verify = true;
  const auto text = kube::access::kubeconfig_text(given);
  CHECK_EQ(text.find("certificate-authority"), std::string::npos);
  CHECK_NE(text.find(R"("insecure-skip-tls-verify":true)"), std::string::npos);
  CHECK_EQ(text.find("old"), std::string::npos);
}

TEST_SUITE_END();
