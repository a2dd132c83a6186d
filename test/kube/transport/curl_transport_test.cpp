#include "kube/transport/curl_transport.hpp"

#include "kube/api/request.hpp"
#include "support/api_under_test.hpp"
#include "support/plain_watch_server.hpp"
#include "support/tcp_proxy.hpp"
#include "support/test_certificate.hpp"

#include <doctest/doctest.h>

#include <condition_variable>
#include <future>
#include <mutex>
#include <string>
#include <vector>

TEST_SUITE_BEGIN("kube/curl_transport");

namespace {

using namespace std::chrono_literals;
using base::error_code;

base::result<std::string> no_file(const std::string& path) {
  return base::fail(error_code::not_found, path + ": no such file");
}

using answer_future = std::future<base::result<kube::api::http_response>>;

answer_future begin(kube::transport::curl_transport& transport, kube::api::http_request request) {
  const auto promise = std::make_shared<std::promise<base::result<kube::api::http_response>>>();
  transport.start(std::move(request), {.on_line = {}, .on_done = [promise](auto x) { promise->set_value(x); }});
  return promise->get_future();
}

base::result<kube::api::http_response> call(kube::transport::curl_transport& transport,
                                            kube::api::http_request request) {
  return begin(transport, std::move(request)).get();
}

/// Watches that run at the same time, and their results.
class open_watches {
public:
  open_watches(kube::transport::curl_transport& transport, const kube::api::http_request& request, std::size_t count)
    : transport_(transport), count_(count) {
    for (std::size_t i = 0; i < count; ++i)
      ids_.push_back(transport.start(request, {.on_line = {},
                                               .on_done = [this](auto end) { take_end(std::move(end)); },
                                               .on_begin = [this] { take_begin(); }}));
  }
  ~open_watches() {
    for (auto id : ids_) transport_.cancel(id);
    // The response to this request comes after all work that the transport's thread has begun.
    call(transport_, {.target = "/version", .fresh_connection = true});
  }

  /// Waits until all watches are accepted, at most a minute. @returns the number of accepted watches.
  std::size_t begun() {
    std::unique_lock lock(mutex_);
    changed_.wait_for(lock, 60s, [&] { return begun_ == count_; });
    return begun_;
  }
  /// Waits until all watches have ended, at most a minute.
  std::vector<base::result<kube::api::http_response>> ends() {
    std::unique_lock lock(mutex_);
    changed_.wait_for(lock, 60s, [&] { return ends_.size() == count_; });
    return ends_;
  }

  std::vector<base::result<kube::api::http_response>> ends_so_far() {
    std::lock_guard lock(mutex_);
    return ends_;
  }

private:
  void take_begin() {
    std::lock_guard lock(mutex_);
    ++begun_;
    changed_.notify_all();
  }
  void take_end(base::result<kube::api::http_response> end) {
    std::lock_guard lock(mutex_);
    ends_.push_back(std::move(end));
    changed_.notify_all();
  }

  kube::transport::curl_transport& transport_;
  std::size_t count_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::size_t begun_ = 0;
  std::vector<base::result<kube::api::http_response>> ends_;
  std::vector<kube::api::transfer_id> ids_;
};

kube::api::http_request watch_of_namespaces() {
  const kube::api::resource namespaces{
    .version = "v1", .kind = "Namespace", .plural = "namespaces", .namespaced = false};
  return kube::api::watch_request(namespaces, {});
}

std::uint16_t port_of(const kube::access::cluster& cluster) {
  return static_cast<std::uint16_t>(std::stoi(cluster.address.substr(cluster.address.rfind(':') + 1)));
}

/// The same cluster behind a proxy on this machine.
kube::access::cluster behind(const test::tcp_proxy& proxy, kube::access::cluster cluster) {
  cluster.address = "https://127.0.0.1:" + std::to_string(proxy.port());
  return cluster;
}

/// A server on this machine that speaks HTTP/1.1.
kube::access::cluster plain(std::uint16_t port) {
  return {.address = "http://127.0.0.1:" + std::to_string(port), .origin = "context 'x'"};
}

/// An address without a server: port 1 has no listener.
kube::access::cluster nowhere() {
  return {.address = "https://127.0.0.1:1", .origin = "context 'x' of /k/config"};
}

} // namespace

TEST_CASE("a refused connection names the address and where it comes from") {
  kube::transport::curl_transport transport({.cluster = nowhere(), .read_file = no_file});
  const auto answer = call(transport, {.target = "/api"});
  REQUIRE_FALSE(answer);
  CHECK_EQ(answer.error().code, error_code::unavailable);
  CHECK_EQ(answer.error().message, "no answer from https://127.0.0.1:1: Connection refused; is the API server running, "
                                   "is the address in context 'x' of /k/config right?");
}

TEST_CASE("without the permit of the lead no request leaves that may change the cluster") {
  const auto permit = std::make_shared<base::lead_permit>([] { return 100s; });
  kube::transport::curl_transport transport({.cluster = nowhere(), .read_file = no_file, .permit = permit});
  for (const auto* method : {"POST", "PUT", "PATCH", "DELETE"}) {
    const auto answer = call(transport, {.method = method, .target = "/api/v1/namespaces/a/secrets/b"});
    REQUIRE_FALSE(answer);
    CHECK_EQ(answer.error().code, error_code::throttled);
    CHECK_EQ(answer.error().message, base::not_permitted);
  }
  // A read leaves, and a write of a leader.
  CHECK_EQ(call(transport, {.target = "/api"}).error().code, error_code::unavailable);
  permit->extend(105s, 112s);
  CHECK_EQ(call(transport, {.method = "DELETE", .target = "/api/v1/namespaces/a/secrets/b"}).error().code,
           error_code::unavailable);
}

TEST_CASE("all who wait for a connection that cannot be made learn so") {
  constexpr int requests = 50;
  std::atomic<int> refused = 0;
  std::promise<void> all_refused;
  kube::transport::curl_transport transport({.cluster = nowhere(), .read_file = no_file});
  for (int i = 0; i < requests; ++i)
    transport.start({.target = "/api"}, {.on_line = {}, .on_done = [&](auto answer) {
                                           CHECK_FALSE(answer);
                                           if (++refused == requests) all_refused.set_value();
                                         }});
  CHECK_EQ(all_refused.get_future().wait_for(60s), std::future_status::ready);
}

TEST_CASE("a token that cannot be read fails the request, not the transport") {
  auto cluster = nowhere();
  cluster.identity.token_file = "/sa/token";
  kube::transport::curl_transport transport({.cluster = cluster, .read_file = no_file});
  const auto answer = call(transport, {.target = "/api"});
  REQUIRE_FALSE(answer);
  CHECK_EQ(answer.error().message, "token of context 'x' of /k/config: /sa/token: no such file");
}

TEST_CASE("an address that is no URL is a mistake of the configuration") {
  auto cluster = nowhere();
  cluster.address = "https://127.0.0.1:99999";
  kube::transport::curl_transport transport({.cluster = cluster, .read_file = no_file});
  const auto answer = call(transport, {.target = "/api"});
  REQUIRE_FALSE(answer);
  CHECK_EQ(answer.error().code, error_code::invalid_input);
}

TEST_CASE("a name that is a step up in a path does not reach a server") {
  kube::transport::curl_transport transport({.cluster = nowhere(), .read_file = no_file});
  const auto answer = call(transport, {.method = "DELETE", .target = "/api/v1/namespaces/a/configmaps/.."});
  REQUIRE_FALSE(answer);
  CHECK(answer.error().code == error_code::invalid_input);
  CHECK_MESSAGE(answer.error().message.find("must not be '..'") != std::string::npos, answer.error().message);
}

TEST_CASE("a transport can be destroyed while transfers are under way") {
  auto transport = std::make_unique<kube::transport::curl_transport>(
    kube::transport::curl_transport_options{.cluster = nowhere(), .read_file = no_file});
  for (int i = 0; i < 50; ++i) transport->cancel(transport->start({.target = "/api", .streaming = i % 2 == 0}, {}));
  for (int i = 0; i < 50; ++i) transport->start({.target = "/api"}, {});
  transport.reset();
}

TEST_CASE("a server that another authority vouches for is not trusted") {
  auto cluster = test::real_cluster();
  if (!cluster) return;
  cluster->ca_pem = test::make_certificate(std::chrono::system_clock::now() + 1h).certificate_pem;
  kube::transport::curl_transport transport({.cluster = *cluster, .read_file = no_file});
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
    kube::transport::curl_transport transport({.cluster = *cluster, .read_file = no_file});
    return call(transport, {.target = "/version"});
  };
  CHECK(version_under("localhost"));
  CHECK_FALSE(version_under("example.com"));
}

TEST_CASE("more watches than one connection carries are all open at once") {
  const auto cluster = test::real_cluster();
  if (!cluster) return;
  kube::transport::curl_transport transport({.cluster = *cluster, .read_file = no_file});
  const kube::api::resource namespaces{
    .version = "v1", .kind = "Namespace", .plural = "namespaces", .namespaced = false};
  constexpr int watches = 250;
  std::atomic<int> heard = 0;
  std::promise<void> all_heard;
  std::vector<kube::api::transfer_id> ids;
  for (int i = 0; i < watches; ++i) {
    // Without a resourceVersion a watch begins with the existing objects, so every watch gets a line.
    auto first = std::make_shared<bool>(true);
    ids.push_back(
      transport.start(kube::api::watch_request(namespaces, {.selectors = {.fields = "metadata.name=default"}}),
                      {.on_line =
                         [&, first](std::string_view) {
                           if (std::exchange(*first, false) && ++heard == watches) all_heard.set_value();
                         },
                       .on_done = {}}));
  }
  CHECK_EQ(all_heard.get_future().wait_for(20s), std::future_status::ready);
  for (auto id : ids) transport.cancel(id);
}

TEST_CASE("a connection that dies without a word fails what it carries, and the next request makes a new one") {
  const auto cluster = test::real_cluster();
  if (!cluster) return;
  test::tcp_proxy proxy(port_of(*cluster));
  kube::transport::curl_transport transport(
    {.cluster = behind(proxy, *cluster), .read_file = no_file, .silence = 100ms, .answer = 2000ms});
  constexpr std::size_t more_than_one_connection_carries = 150;
  open_watches watches(transport, watch_of_namespaces(), more_than_one_connection_carries);
  REQUIRE_EQ(watches.begun(), more_than_one_connection_carries);
  proxy.fall_silent();
  const auto ends = watches.ends();
  REQUIRE_EQ(ends.size(), more_than_one_connection_carries);
  for (const auto& end : ends) {
    REQUIRE_FALSE(end);
    CHECK_EQ(end.error().code, error_code::timeout);
    CHECK_EQ(end.error().message, "no sign of life from https://127.0.0.1:" + std::to_string(proxy.port())
                                    + " over a connection that was open; a new one is made");
  }
  const auto answer = call(transport, {.target = "/version", .timeout = 60s});
  REQUIRE(answer);
  CHECK_EQ(answer->status, 200);
}

TEST_CASE("a request on a fresh connection is answered while the others are dead") {
  const auto cluster = test::real_cluster();
  if (!cluster) return;
  test::tcp_proxy proxy(port_of(*cluster));
  kube::transport::curl_transport transport({.cluster = behind(proxy, *cluster), .read_file = no_file});
  open_watches watches(transport, watch_of_namespaces(), 1);
  REQUIRE_EQ(watches.begun(), 1);
  proxy.fall_silent();
  const auto answer = call(transport, {.target = "/version", .timeout = 10s, .fresh_connection = true});
  REQUIRE(answer);
  CHECK_EQ(answer->status, 200);
}

TEST_CASE("a connection over which nothing comes is kept as long as the server answers") {
  const auto cluster = test::real_cluster();
  if (!cluster) return;
  kube::transport::curl_transport transport({.cluster = *cluster, .read_file = no_file, .silence = 1ms, .answer = 60s});
  open_watches watches(transport, watch_of_namespaces(), 1);
  REQUIRE_EQ(watches.begun(), 1);
  // Meanwhile the transport probes several times whether the server is alive.
  for (int i = 0; i < 50; ++i) REQUIRE(call(transport, {.target = "/version", .fresh_connection = true}));
  CHECK(watches.ends_so_far().empty());
}

TEST_CASE("over plain HTTP all watches are opened, also after all of them broke") {
  test::plain_watch_server server;
  kube::transport::curl_transport transport({.cluster = plain(server.port()), .read_file = no_file});
  open_watches first(transport, watch_of_namespaces(), 50);
  CHECK_EQ(first.begun(), 50);
  server.break_connections();
  CHECK_EQ(first.ends().size(), 50);
  open_watches second(transport, watch_of_namespaces(), 50);
  CHECK_EQ(second.begun(), 50);
}

TEST_CASE("over plain HTTP a stream that stays quiet is given up before its idle timeout") {
  test::plain_watch_server server;
  kube::transport::curl_transport transport(
    {.cluster = plain(server.port()), .read_file = no_file, .quiet_stream = 200ms});
  open_watches watches(transport, watch_of_namespaces(), 2);
  const auto ends = watches.ends();
  REQUIRE_EQ(ends.size(), 2);
  for (const auto& end : ends) CHECK_EQ(end.error().code, error_code::timeout);
}

TEST_CASE("over plain HTTP the server is asked to end watches soon") {
  test::plain_watch_server server;
  kube::transport::curl_transport transport({.cluster = plain(server.port()), .read_file = no_file});
  open_watches watches(transport, watch_of_namespaces(), 1);
  REQUIRE_EQ(watches.begun(), 1);
  CHECK_EQ(server.targets(), std::vector<std::string>{kube::transport::short_target(watch_of_namespaces().target)});
}

TEST_CASE("over plain HTTP a connection that has died without a word takes those along that nobody uses") {
  test::plain_watch_server server;
  test::tcp_proxy proxy(server.port());
  kube::transport::curl_transport transport(
    {.cluster = plain(proxy.port()), .read_file = no_file, .quiet_stream = 200ms});
  // Opens several connections, which are kept for later requests.
  std::vector<answer_future> answers;
  for (int i = 0; i < 5; ++i) answers.push_back(begin(transport, {.target = "/version", .fresh_connection = true}));
  for (auto& answer : answers) REQUIRE(answer.get());
  open_watches watches(transport, watch_of_namespaces(), 1);
  REQUIRE_EQ(watches.begun(), 1);
  proxy.fall_silent();
  REQUIRE_EQ(watches.ends().size(), 1);
  const auto answer = call(transport, {.target = "/version", .timeout = 60s});
  REQUIRE(answer);
  CHECK_EQ(answer->status, 200);
}

TEST_CASE("events may start further transfers") {
  kube::transport::curl_transport transport({.cluster = nowhere(), .read_file = no_file});
  std::promise<void> second;
  transport.start({.target = "/a"}, {.on_line = {}, .on_done = [&](auto) {
                                       transport.start({.target = "/b"},
                                                       {.on_line = {}, .on_done = [&](auto) { second.set_value(); }});
                                     }});
  second.get_future().get();
}

TEST_SUITE_END();
