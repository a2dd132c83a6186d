#include "kube/access/in_cluster.hpp"
#include "kube/transport/curl_transport.hpp"
#include "support/certificate_authority.hpp"
#include "support/tls_server.hpp"

#include <doctest/doctest.h>

#include <future>
#include <map>
#include <mutex>
#include <string>

TEST_SUITE_BEGIN("kube/curl_trust");

namespace {

constexpr const char* authority_file = "/sa/ca.crt";

/// A Pod's service account, with files that other programs renew.
struct pod {
  std::mutex mutex;
  std::map<std::string, std::string> files{{"/sa/token", "token-of-the-pod"}};

  void write(const std::string& path, const std::string& text) {
    const std::lock_guard lock(mutex);
    files[path] = text;
  }
  kube::access::file_reader reader() {
    return [this](const std::string& path) -> base::result<std::string> {
      const std::lock_guard lock(mutex);
      const auto found = files.find(path);
      if (found == files.end()) return base::fail(base::error_code::not_found, path + ": no such file");
      return found->second;
    };
  }
  base::result<kube::access::cluster> cluster(std::uint16_t port) {
    return kube::access::load_in_cluster({.host = "127.0.0.1", .port = std::to_string(port), .directory = "/sa"},
                                         reader());
  }
};

base::result<kube::api::http_response> call(kube::transport::curl_transport& transport) {
  std::promise<base::result<kube::api::http_response>> answer;
  transport.start({.target = "/version"}, {.on_line = {}, .on_done = [&](auto x) { answer.set_value(x); }});
  return answer.get_future().get();
}

} // namespace

TEST_CASE("an authority that is renewed is followed, and the old one is not trusted any more") {
  const test::certificate_authority first("first");
  const test::certificate_authority second("second");
  test::tls_server server(first.issue());
  pod here;
  here.write(authority_file, first.pem());
  const auto cluster = here.cluster(server.port());
  REQUIRE(cluster);
  kube::transport::curl_transport transport({.cluster = *cluster, .read_file = here.reader()});
  CHECK(call(transport));
  here.write(authority_file, second.pem());
  CHECK_FALSE(call(transport));
  server.show(second.issue());
  CHECK(call(transport));
  CHECK_EQ(server.heads().size(), 2);
}

TEST_CASE("an authority that cannot be read for a moment stays, and nobody else is trusted meanwhile") {
  const test::certificate_authority own("own");
  test::tls_server server(own.issue());
  pod here;
  here.write(authority_file, own.pem());
  const auto cluster = here.cluster(server.port());
  REQUIRE(cluster);
  kube::transport::curl_transport transport({.cluster = *cluster, .read_file = here.reader()});
  for (const auto* half_written : {"", "-----BEGIN CERTIFICATE-----\nMII"}) {
    here.write(authority_file, half_written);
    CHECK(call(transport));
  }
  const test::certificate_authority other("other");
  server.show(other.issue());
  const auto before = server.heads().size();
  CHECK_FALSE(call(transport));
  CHECK_EQ(server.heads().size(), before);
}

TEST_CASE("a Pod without a usable authority does not start to trust the machine's") {
  pod here;
  for (const auto* text : {"", "no certificate"}) {
    here.write(authority_file, text);
    const auto cluster = here.cluster(1);
    REQUIRE_FALSE(cluster);
    CHECK_EQ(cluster.error().message, "the Pod's service account: /sa/ca.crt: there is no PEM certificate in it");
  }
}

TEST_SUITE_END();
