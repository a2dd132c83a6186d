#include "kube/curl_transport.hpp"

#include "kube/request.hpp"
#include "support/api_under_test.hpp"
#include "support/test_certificate.hpp"

#include <doctest/doctest.h>

#include <future>

TEST_SUITE_BEGIN("kube/curl_transport");

namespace {

using namespace std::chrono_literals;
using core::error_code;

core::result<std::string> no_file(const std::string& path) {
  return core::fail(error_code::not_found, path + ": no such file");
}

core::result<kube::http_response> call(kube::curl_transport& transport, kube::http_request request) {
  std::promise<core::result<kube::http_response>> promise;
  transport.start(std::move(request), {.on_line = {}, .on_done = [&](auto answer) { promise.set_value(answer); }});
  return promise.get_future().get();
}

/// Nobody listens on port 1.
kube::cluster nowhere() {
  return {.address = "https://127.0.0.1:1", .origin = "context 'x' of /k/config"};
}

} // namespace

TEST_CASE("a refused connection names the address and where it comes from") {
  kube::curl_transport transport({.cluster = nowhere(), .read_file = no_file});
  const auto answer = call(transport, {.target = "/api"});
  REQUIRE_FALSE(answer);
  CHECK_EQ(answer.error().code, error_code::unavailable);
  CHECK_EQ(answer.error().message, "no answer from https://127.0.0.1:1: Connection refused; is the API server running, "
                                   "is the address in context 'x' of /k/config right?");
}

TEST_CASE("a token that cannot be read fails the request, not the transport") {
  auto cluster = nowhere();
  cluster.identity.token_file = "/sa/token";
  kube::curl_transport transport({.cluster = cluster, .read_file = no_file});
  const auto answer = call(transport, {.target = "/api"});
  REQUIRE_FALSE(answer);
  CHECK_EQ(answer.error().message, "token of context 'x' of /k/config: /sa/token: no such file");
}

TEST_CASE("an address that is no URL is a mistake of the configuration") {
  auto cluster = nowhere();
  cluster.address = "https://127.0.0.1:99999";
  kube::curl_transport transport({.cluster = cluster, .read_file = no_file});
  const auto answer = call(transport, {.target = "/api"});
  REQUIRE_FALSE(answer);
  CHECK_EQ(answer.error().code, error_code::invalid_input);
}

TEST_CASE("a transport can be destroyed while transfers are under way") {
  auto transport =
    std::make_unique<kube::curl_transport>(kube::curl_transport_options{.cluster = nowhere(), .read_file = no_file});
  for (int i = 0; i < 50; ++i) transport->cancel(transport->start({.target = "/api", .streaming = i % 2 == 0}, {}));
  for (int i = 0; i < 50; ++i) transport->start({.target = "/api"}, {});
  transport.reset();
}

TEST_CASE("a server that another authority vouches for is not trusted") {
  auto cluster = test::real_cluster();
  if (!cluster) return;
  cluster->ca_pem = test::make_certificate(std::chrono::system_clock::now() + 1h).certificate_pem;
  kube::curl_transport transport({.cluster = *cluster, .read_file = no_file});
  const auto answer = call(transport, {.target = "/version"});
  REQUIRE_FALSE(answer);
  CHECK_EQ(answer.error().code, error_code::invalid_input);
  CHECK(answer.error().message.starts_with("the certificate of " + cluster->address + " is not trusted: "));
}

TEST_CASE("a server can be called by another name than its address, if its certificate has that name") {
  auto cluster = test::real_cluster();
  if (!cluster) return;
  const auto version_under = [&](const char* name) {
    cluster->tls_server_name = name;
    kube::curl_transport transport({.cluster = *cluster, .read_file = no_file});
    return call(transport, {.target = "/version"});
  };
  CHECK(version_under("localhost"));
  CHECK_FALSE(version_under("example.com"));
}

TEST_CASE("more watches than one connection carries are all open at once") {
  const auto cluster = test::real_cluster();
  if (!cluster) return;
  kube::curl_transport transport({.cluster = *cluster, .read_file = no_file});
  const kube::resource namespaces{.version = "v1", .kind = "Namespace", .plural = "namespaces", .namespaced = false};
  constexpr int watches = 250;
  std::atomic<int> heard = 0;
  std::promise<void> all_heard;
  std::vector<kube::transfer_id> ids;
  for (int i = 0; i < watches; ++i) {
    // Without a position the server begins with what is there, so every watch hears something.
    auto first = std::make_shared<bool>(true);
    ids.push_back(transport.start(kube::watch_request(namespaces, {.selectors = {.fields = "metadata.name=default"}}),
                                  {.on_line =
                                     [&, first](std::string_view) {
                                       if (std::exchange(*first, false) && ++heard == watches) all_heard.set_value();
                                     },
                                   .on_done = {}}));
  }
  CHECK_EQ(all_heard.get_future().wait_for(20s), std::future_status::ready);
  for (auto id : ids) transport.cancel(id);
}

TEST_CASE("events may start further transfers") {
  kube::curl_transport transport({.cluster = nowhere(), .read_file = no_file});
  std::promise<void> second;
  transport.start({.target = "/a"}, {.on_line = {}, .on_done = [&](auto) {
                                       transport.start({.target = "/b"},
                                                       {.on_line = {}, .on_done = [&](auto) { second.set_value(); }});
                                     }});
  second.get_future().get();
}

TEST_SUITE_END();
