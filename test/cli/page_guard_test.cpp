#include "cli/page_guard.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <string>

namespace {

sys::http::server_request request(const std::string& host) {
  sys::http::server_request x{.method = "GET", .path = "/"};
  x.host = host;
  return x;
}

int status_of(const sys::http::server_request& x) {
  const auto refusal = cli::page_refusal(x);
  return refusal ? refusal->status : 200;
}

} // namespace

TEST_CASE("the page is served at loopback addresses only") {
  for (const auto* host : {"127.0.0.1:9652", "localhost:9652", "localhost", "[::1]:9652", "127.0.0.2", "127.0.0.1"})
    CHECK_MESSAGE(status_of(request(host)) == 200, host);
  for (const auto* host : {"", "evil.example", "evil.example:9652", "127.0.0.1.evil.example", "127.0.0.evil",
                           "10.0.0.1", "localhost.evil.example:80", "[::2]:9652", "127.evil.example"})
    CHECK_MESSAGE(status_of(request(host)) == 403, host);
}

TEST_CASE("a request of another page is refused") {
  auto x = request("localhost:9652");
  x.origin = "http://localhost:9652";
  CHECK(status_of(x) == 200);
  for (const auto* origin : {"http://evil.example", "https://localhost:9652", "http://localhost:80", "null"}) {
    x.origin = origin;
    CHECK_MESSAGE(status_of(x) == 403, origin);
  }
  x.origin.clear();
  x.path = "/status.json";
  for (const auto* site : {"same-origin", "none"}) {
    x.fetch_site = site;
    CHECK_MESSAGE(status_of(x) == 200, site);
  }
  for (const auto* site : {"cross-site", "same-site"}) {
    x.fetch_site = site;
    CHECK_MESSAGE(status_of(x) == 403, site);
  }
  x.path = "/";
  CHECK_MESSAGE(status_of(x) == 200, "a link on another site leads to the page");
}

TEST_CASE("only GET is allowed on the page") {
  for (const auto* method : {"POST", "PUT", "DELETE", "HEAD", "OPTIONS"}) {
    auto x = request("localhost");
    x.method = method;
    CHECK_MESSAGE(status_of(x) == 405, method);
  }
}

TEST_CASE("answers let a browser run no script of elsewhere") {
  const auto x = cli::guarded(sys::http::text_reply(200, "a"));
  const auto value = [&](const std::string& name) {
    const auto found = std::ranges::find(x.headers, name, [](const auto& header) { return header.first; });
    return found == x.headers.end() ? std::string() : found->second;
  };
  CHECK(value("Content-Security-Policy").starts_with("default-src 'self';"));
  CHECK(value("Content-Security-Policy").find("unsafe") == std::string::npos);
  CHECK(value("Content-Security-Policy").find("frame-ancestors 'none'") != std::string::npos);
  CHECK(value("X-Content-Type-Options") == "nosniff");
  CHECK(value("Cache-Control") == "no-store");
  CHECK(value("Cross-Origin-Resource-Policy") == "same-origin");
}
