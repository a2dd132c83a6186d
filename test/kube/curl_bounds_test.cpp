#include "kube/api/request.hpp"
#include "kube/transport/curl_transport.hpp"
#include "support/loopback_server.hpp"

#include <doctest/doctest.h>

#include <cstdint>
#include <future>
#include <map>
#include <optional>
#include <string>

TEST_SUITE_BEGIN("kube/curl_bounds");

namespace {

constexpr std::size_t mebibyte = std::size_t{1} << 20;

/// A server that answers a path with a head and this many repetitions of a letter, and then keeps the
/// connection open.
class pouring_server : public test::loopback_server {
public:
  struct answer {
    std::string head = "HTTP/1.1 200 OK\r\n\r\n";
    std::size_t bytes = 0;
  };

  explicit pouring_server(answer x) : answer_(std::move(x)) { serve(); }
  ~pouring_server() override { stop(); }

  [[nodiscard]] kube::access::cluster cluster() const {
    return {.address = "http://127.0.0.1:" + std::to_string(port()), .origin = "context 'x'"};
  }

private:
  void received(int socket, std::string_view bytes) override {
    auto& request = requests_[socket];
    request += bytes;
    if (!request.ends_with("\r\n\r\n")) return;
    request.clear();
    send(socket, answer_.head);
    const std::string piece(64 << 10, 'x');
    for (std::size_t sent = 0; sent < answer_.bytes; sent += piece.size()) send(socket, piece);
  }

  answer answer_;
  std::map<int, std::string> requests_;
};

kube::transport::curl_transport_options options_of(const pouring_server& server) {
  return {.cluster = server.cluster(),
          .read_file = [](const std::string&) -> base::result<std::string> {
            return base::fail(base::error_code::not_found, "none");
          },
          .list_bytes_max = 4 * mebibyte,
          .list_bytes_option = "--kube-list-size"};
}

std::future<base::result<kube::api::http_response>> begin(kube::api::transport& transport,
                                                          kube::api::http_request request) {
  const auto promise = std::make_shared<std::promise<base::result<kube::api::http_response>>>();
  transport.start(std::move(request), {.on_line = {}, .on_done = [promise](auto x) { promise->set_value(x); }});
  return promise->get_future();
}

kube::api::http_request list() {
  return kube::api::list_request({.version = "v1", .kind = "Pod", .plural = "pods"}, {});
}

std::string failure_of(const pouring_server& server, kube::api::http_request request) {
  kube::transport::curl_transport transport(options_of(server));
  const auto answer = begin(transport, std::move(request)).get();
  REQUIRE_FALSE(answer);
  CHECK_EQ(answer.error().code, base::error_code::invalid_input);
  return answer.error().message;
}

} // namespace

TEST_CASE("a page of a list without an end is given up at the bound, which is named with its option") {
  const pouring_server server({.bytes = 32 * mebibyte});
  CHECK_EQ(failure_of(server, list()),
           server.cluster().address
             + ": the answer to GET /api/v1/pods has more than 4194304 bytes, and is given up; the bound is set by "
               "--kube-list-size");
}

TEST_CASE("an object, and a document of a discovery, has a smaller bound than a list may have") {
  const pouring_server server({.bytes = 32 * mebibyte});
  CHECK_EQ(failure_of(server, {.target = "/apis"}),
           server.cluster().address
             + ": the answer to GET /apis has more than 16777216 bytes, and is given up: is this the API server?");
}

TEST_CASE("a page of an error has a bound of its own") {
  const pouring_server server({.head = "HTTP/1.1 503 Service Unavailable\r\n\r\n", .bytes = 32 * mebibyte});
  CHECK_NE(failure_of(server, list()).find("more than 1048576 bytes"), std::string::npos);
}

TEST_CASE("heads without an end are given up") {
  const pouring_server server({.head = "HTTP/1.1 200 OK\r\n" + [] {
    std::string lines;
    for (int i = 0; i < 20'000; ++i) lines += "X-Header-" + std::to_string(i) + ": 0123456789012345678901234567890\r\n";
    return lines;
  }() + "\r\n"});
  CHECK_NE(failure_of(server, {.target = "/apis"}).find("more than 262144 bytes"), std::string::npos);
}

TEST_CASE("a line of a watch without an end is given up, and the watch ends with the reason") {
  const pouring_server server({.bytes = 32 * mebibyte});
  CHECK_NE(failure_of(server, kube::api::watch_request({.version = "v1", .kind = "Pod", .plural = "pods"}, {}))
             .find(": a line of the watch /api/v1/pods?watch=true"),
           std::string::npos);
}

TEST_CASE("answers that come in at the same time are bounded together") {
  const pouring_server server({.bytes = 3 * mebibyte});
  auto options = options_of(server);
  options.answers_bytes_max = 5 * mebibyte;
  kube::transport::curl_transport transport(std::move(options));
  auto first = begin(transport, list());
  auto second = begin(transport, list());
  // The server keeps both connections open. Only the response that would exceed the limit ends.
  while (first.wait_for(std::chrono::milliseconds(1)) != std::future_status::ready
         && second.wait_for(std::chrono::milliseconds(1)) != std::future_status::ready) {
  }
  auto& ended = first.wait_for(std::chrono::milliseconds(0)) == std::future_status::ready ? first : second;
  const auto answer = ended.get();
  REQUIRE_FALSE(answer);
  CHECK_NE(answer.error().message.find("all answers that are coming in have more than 5242880 bytes together"),
           std::string::npos);
}

TEST_CASE("an answer that fits is taken whole, and the next one has the whole bound again") {
  const pouring_server server(
    {.head = "HTTP/1.1 200 OK\r\nContent-Length: " + std::to_string(3 * mebibyte) + "\r\n\r\n", .bytes = 3 * mebibyte});
  auto options = options_of(server);
  options.answers_bytes_max = 4 * mebibyte;
  kube::transport::curl_transport transport(std::move(options));
  for (int i = 0; i < 3; ++i) {
    const auto answer = begin(transport, list()).get();
    REQUIRE_MESSAGE(answer, answer.error().message);
    CHECK_EQ(answer->body.size(), 3 * mebibyte);
  }
}

TEST_CASE("a server that asks for a day is asked again after five minutes") {
  const pouring_server server(
    {.head = "HTTP/1.1 429 Too Many Requests\r\nRetry-After: 86400\r\nContent-Length: 0\r\n\r\n"});
  kube::transport::curl_transport transport(options_of(server));
  const auto answer = begin(transport, list()).get();
  REQUIRE(answer);
  CHECK_EQ(answer->retry_after, std::chrono::seconds(300));
}

TEST_CASE("an answer has the time of the server, if the server says one") {
  struct row {
    const char* header;
    std::optional<std::int64_t> date_s;
  };
  for (const auto& r : {row{"Date: Sun, 01 Mar 2026 00:00:00 GMT\r\n", 1'772'323'200},
                        row{"date: Sun, 01 Mar 2026 00:00:01 GMT\r\n", 1'772'323'201}, row{"Date: soon\r\n", {}},
                        row{"Date: \r\n", {}}, row{"", {}}}) {
    CAPTURE(r.header);
    const pouring_server server({.head = std::string("HTTP/1.1 200 OK\r\n") + r.header + "Content-Length: 0\r\n\r\n"});
    kube::transport::curl_transport transport(options_of(server));
    const auto answer = begin(transport, list()).get();
    REQUIRE(answer);
    CHECK(answer->date_s == r.date_s);
  }
}

TEST_SUITE_END();
