// The proofs of identity that a request carries.
#include "kube/transport/curl_transport.hpp"

#include "support/loopback_server.hpp"

#include <doctest/doctest.h>

#include <future>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <utility>

TEST_SUITE_BEGIN("kube/curl_login");

namespace {

/// A server that answers each request with `{}`, and keeps the heads of all requests.
class head_server final : public test::loopback_server {
public:
  head_server() { serve(); }
  ~head_server() override { stop(); }

  [[nodiscard]] std::string heads() {
    const std::lock_guard held(mutex_);
    return heads_;
  }

private:
  void received(int socket, std::string_view bytes) override {
    const std::lock_guard held(mutex_);
    heads_ += bytes;
    if (heads_.ends_with("\r\n\r\n")) send(socket, "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}");
  }

  std::mutex mutex_;
  std::string heads_;
};

/// The head of a request with that identity.
std::string head_with(kube::access::credentials identity) {
  head_server server;
  kube::access::cluster cluster;
  cluster.address = "http://127.0.0.1:" + std::to_string(server.port());
  cluster.identity = std::move(identity);
  kube::transport::curl_transport transport({.cluster = cluster, .read_file = [](const std::string& path) {
                                               return base::result<std::string>(
                                                 base::fail(base::error_code::not_found, path));
                                             }});
  const auto promise = std::make_shared<std::promise<base::result<kube::api::http_response>>>();
  transport.start({.target = "/version"}, {.on_line = {}, .on_done = [promise](auto x) { promise->set_value(x); }});
  const auto answer = promise->get_future().get();
  REQUIRE_MESSAGE(answer, answer.error().message);
  return server.heads();
}

bool has_line(const std::string& head, const std::string& line) {
  return head.find("\r\n" + line + "\r\n") != std::string::npos;
}

} // namespace

TEST_CASE("a user name and a password are sent as basic authentication, without being asked for") {
  kube::access::credentials identity;
  identity.user_name = "jane";
  identity.password = "p:q";
  CHECK(has_line(head_with(identity), "Authorization: Basic amFuZTpwOnE="));
}

TEST_CASE("impersonation is sent beside the token") {
  kube::access::credentials identity;
  identity.token = "t";
  identity.as = {.user = "jane", .uid = "7", .groups = {"dev", "ops"}, .extra = {{"a/b", {"", "x"}}}};
  const auto head = head_with(identity);
  for (const auto* line :
       {"Authorization: Bearer t", "Impersonate-User: jane", "Impersonate-Uid: 7", "Impersonate-Group: dev",
        "Impersonate-Group: ops", "Impersonate-Extra-a%2Fb:", "Impersonate-Extra-a%2Fb: x"})
    CHECK_MESSAGE(has_line(head, line), head);
}

TEST_CASE("a request without credentials carries none") {
  const auto head = head_with({});
  CHECK(head.find("Authorization") == std::string::npos);
  CHECK(head.find("Impersonate") == std::string::npos);
}

TEST_SUITE_END();
