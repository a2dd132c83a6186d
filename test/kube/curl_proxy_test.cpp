#include "kube/transport/curl_transport.hpp"

#include "support/api_under_test.hpp"
#include "support/connect_proxy.hpp"
#include "support/plain_watch_server.hpp"
#include "support/socks_proxy.hpp"

#include <doctest/doctest.h>

#include <cstdlib>
#include <future>
#include <string>

TEST_SUITE_BEGIN("kube/curl_proxy");

namespace {

base::result<std::string> no_file(const std::string& path) {
  return base::fail(base::error_code::not_found, path + ": no such file");
}

base::result<kube::api::http_response> call(const kube::access::cluster& cluster) {
  kube::transport::curl_transport transport({.cluster = cluster, .read_file = no_file});
  std::promise<base::result<kube::api::http_response>> answer;
  transport.start({.target = "/version"}, {.on_line = {}, .on_done = [&](auto x) { answer.set_value(x); }});
  return answer.get_future().get();
}

/// A host name that only the proxy can resolve.
kube::access::cluster behind(const kube::access::proxy& proxy, const std::string& scheme = "https") {
  kube::access::cluster out;
  out.address = scheme + "://api.private.invalid:6443";
  out.proxy = proxy;
  out.identity.token = "token-of-the-server";
  out.origin = "context 'x' of /k/config";
  return out;
}

} // namespace

TEST_CASE("a proxy that refuses is named with its answer, and the token of the server does not reach it") {
  const test::plain_watch_server behind_it; // never asked
  test::connect_proxy asked({.target = behind_it.port(), .refusal = "407 Proxy Authentication Required"});
  auto proxy = asked.as_named_by("$HTTPS_PROXY");
  proxy.user = "u";
  proxy.password = "p@q";
  const auto answer = call(behind(proxy));
  REQUIRE_FALSE(answer);
  CHECK_EQ(answer.error().code, base::error_code::unavailable);
  CHECK_MESSAGE(answer.error().message.find("through the proxy " + shown(proxy) + " ($HTTPS_PROXY)")
                  != std::string::npos,
                answer.error().message);
  CHECK_MESSAGE(answer.error().message.find("407") != std::string::npos, answer.error().message);
  REQUIRE_EQ(asked.heads().size(), 1);
  const auto head = asked.heads().front();
  CHECK(head.starts_with("CONNECT api.private.invalid:6443 HTTP/1.1\r\n"));
  CHECK_NE(head.find("Proxy-Authorization: Basic dTpwQHE=\r\n"), std::string::npos);
  CHECK_EQ(head.find("token-of-the-server"), std::string::npos);
}

TEST_CASE("a server behind a SOCKS proxy is reached by the name that the proxy alone knows") {
  test::plain_watch_server server;
  SUBCASE("without a user") {
    test::socks_proxy asked({.target = server.port()});
    const auto answer = call(behind(asked.as_named_by("'proxy-url'"), "http"));
    REQUIRE_MESSAGE(answer, answer.error().message);
    CHECK_EQ(answer->status, 200);
    CHECK_EQ(asked.servers(), std::vector<std::string>{"api.private.invalid:6443"});
  }
  SUBCASE("with a user and a password") {
    test::socks_proxy asked({.target = server.port(), .user = "u", .password = "p@q"});
    const auto answer = call(behind(asked.as_named_by("'proxy-url'"), "http"));
    REQUIRE_MESSAGE(answer, answer.error().message);
    CHECK_EQ(answer->status, 200);
    auto wrong = asked.as_named_by("'proxy-url'");
    wrong.password = "secret";
    const auto refused = call(behind(wrong, "http"));
    REQUIRE_FALSE(refused);
    CHECK_MESSAGE(refused.error().message.find("127.0.0.1") != std::string::npos, refused.error().message);
    CHECK_EQ(refused.error().message.find("secret"), std::string::npos);
    CHECK_EQ(asked.servers().size(), 1);
  }
  CHECK_EQ(server.targets(), std::vector<std::string>{"/version"});
}

TEST_CASE("a proxy that does not run is named, and so is where it is set") {
  for (const auto* scheme : {"http", "https", "socks5"}) {
    CAPTURE(scheme);
    const auto answer = call(behind({scheme, "127.0.0.1:1", "u", "secret", "'proxy-url'"}));
    REQUIRE_FALSE(answer);
    CHECK_EQ(answer.error().code, base::error_code::unavailable);
    CHECK_NE(answer.error().message.find(std::string("the proxy ") + scheme + "://127.0.0.1:1 ('proxy-url')"),
             std::string::npos);
    CHECK_EQ(answer.error().message.find("secret"), std::string::npos);
  }
}

TEST_CASE("the variables of the environment do not lead libcurl past what was decided") {
  const test::plain_watch_server behind_them; // never asked
  test::connect_proxy of_environment({.target = behind_them.port(), .refusal = "403 Forbidden"});
  test::connect_proxy decided({.target = behind_them.port(), .refusal = "403 Forbidden"});
  const auto url = shown(of_environment.as_named_by(""));
  ::setenv("https_proxy", url.c_str(), 1);
  ::setenv("no_proxy", "*", 1);
  CHECK_FALSE(call(behind(decided.as_named_by("$HTTPS_PROXY"))));
  ::unsetenv("no_proxy");
  auto straight = behind({});
  straight.proxy.reset();
  CHECK_FALSE(call(straight));
  ::unsetenv("https_proxy");
  CHECK_EQ(decided.heads().size(), 1);
  CHECK(of_environment.heads().empty());
}

TEST_CASE("an API server behind a proxy is reached, also by another name") {
  auto cluster = test::real_cluster();
  if (!cluster) return;
  const auto colon = cluster->address.rfind(':');
  const auto port = static_cast<std::uint16_t>(std::stoi(cluster->address.substr(colon + 1)));
  test::connect_proxy server({.target = port});
  cluster->proxy = server.as_named_by("'proxy-url'");
  cluster->address = "https://api.private.invalid:6443";
  cluster->tls_server_name = "localhost";
  const auto answer = call(*cluster);
  REQUIRE_MESSAGE(answer, answer.error().message);
  CHECK_EQ(answer->status, 200);
  CHECK(server.heads().front().starts_with("CONNECT api.private.invalid:6443 HTTP/1.1\r\n"));
}

TEST_CASE("an API server behind a SOCKS proxy is reached, also by another name") {
  auto cluster = test::real_cluster();
  if (!cluster) return;
  const auto port = static_cast<std::uint16_t>(std::stoi(cluster->address.substr(cluster->address.rfind(':') + 1)));
  test::socks_proxy server({.target = port});
  cluster->proxy = server.as_named_by("'proxy-url'");
  cluster->address = "https://api.private.invalid:6443";
  cluster->tls_server_name = "localhost";
  const auto answer = call(*cluster);
  REQUIRE_MESSAGE(answer, answer.error().message);
  CHECK_EQ(answer->status, 200);
  CHECK_EQ(server.servers().front(), "api.private.invalid:6443");
}

TEST_SUITE_END();
