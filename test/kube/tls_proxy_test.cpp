// Servers that speak TLS behind proxies of each kind, for the API server and for a collector of traces.
#include "kube/access/otlp_collector.hpp"
#include "kube/transport/curl_transport.hpp"
#include "support/certificate_authority.hpp"
#include "support/connect_proxy.hpp"
#include "support/socks_proxy.hpp"
#include "support/tls_front.hpp"
#include "support/tls_server.hpp"

#include <doctest/doctest.h>

#include <future>
#include <string>
#include <vector>

TEST_SUITE_BEGIN("kube/tls_proxy");

namespace {

constexpr const char* server_name = "server.private.invalid:6443";

/// A server behind proxies that alone can resolve its name, and the authority of the server and of the proxy.
struct private_server {
  test::certificate_authority authority{"of the cluster"};
  test::tls_server server{authority.issue()};
  test::socks_proxy socks{{.target = server.port()}};
  test::connect_proxy plain{{.target = server.port()}};
  test::tls_front encrypted{authority.issue(), plain.port()};

  [[nodiscard]] kube::access::file_reader reader() const {
    return [this](const std::string& path) -> base::result<std::string> {
      if (path == "/ca.crt") return authority.pem();
      return base::fail(base::error_code::not_found, path + ": no such file");
    };
  }

  [[nodiscard]] base::result<kube::api::http_response> call(kube::access::cluster cluster) const {
    cluster.tls_server_name = "localhost";
    kube::transport::curl_transport transport({.cluster = std::move(cluster), .read_file = reader()});
    std::promise<base::result<kube::api::http_response>> answer;
    transport.start({.target = "/version"}, {.on_line = {}, .on_done = [&](auto x) { answer.set_value(x); }});
    return answer.get_future().get();
  }

  [[nodiscard]] kube::access::proxy proxy_of(const std::string& scheme) const {
    const auto port = scheme == "http" ? plain.port() : scheme == "https" ? encrypted.port() : socks.port();
    return {.scheme = scheme, .address = "127.0.0.1:" + std::to_string(port), .origin = "$HTTPS_PROXY"};
  }

  /// The servers that clients have named to the proxies.
  [[nodiscard]] std::vector<std::string> named() {
    auto all = socks.servers();
    constexpr std::string_view method = "CONNECT ";
    for (const auto& head : plain.heads())
      if (head.starts_with(method))
        all.push_back(head.substr(method.size(), head.find(' ', method.size()) - method.size()));
    return all;
  }
};

kube::access::cluster of_cluster(const private_server& x) {
  kube::access::cluster out;
  out.address = std::string("https://") + server_name;
  out.ca_pem = x.authority.pem();
  return out;
}

} // namespace

TEST_CASE_FIXTURE(private_server, "an API server is reached through a proxy of each kind") {
  for (const auto* scheme : {"http", "https", "socks5", "socks5h"}) {
    CAPTURE(scheme);
    auto cluster = of_cluster(*this);
    cluster.proxy = proxy_of(scheme);
    const auto answer = call(cluster);
    REQUIRE_MESSAGE(answer, answer.error().message);
    CHECK_EQ(answer->status, 200);
    REQUIRE_FALSE(named().empty());
    CHECK_EQ(named().back(), server_name);
  }
  CHECK_EQ(server.heads().size(), 4);
}

TEST_CASE_FIXTURE(private_server, "a collector of traces is reached through a proxy of each kind") {
  for (const auto* scheme : {"http", "https", "socks5"}) {
    CAPTURE(scheme);
    auto collector = kube::access::load_collector(std::string("https://") + server_name, "/ca.crt", reader());
    REQUIRE(collector);
    collector->proxy = proxy_of(scheme);
    const auto answer = call(*collector);
    REQUIRE_MESSAGE(answer, answer.error().message);
    CHECK_EQ(answer->status, 200);
  }
  CHECK_EQ(server.heads().size(), 3);
  CHECK_EQ(named(), std::vector<std::string>(3, server_name));
}

TEST_CASE_FIXTURE(private_server, "a proxy that the cluster's authority does not vouch for gets no request") {
  const test::certificate_authority other("of nobody");
  const test::tls_front foreign(other.issue(), plain.port());
  auto cluster = of_cluster(*this);
  cluster.proxy = proxy_of("https");
  cluster.proxy->address = "127.0.0.1:" + std::to_string(foreign.port());
  CHECK_FALSE(call(cluster));
  CHECK(named().empty());
  CHECK(server.heads().empty());
}

TEST_SUITE_END();
