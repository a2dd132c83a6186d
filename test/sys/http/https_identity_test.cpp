#include "sys/http/https_identity.hpp"

#include "support/certificate_authority.hpp"
#include "support/tls_client.hpp"
#include "sys/files/temp_dir.hpp"
#include "sys/http/client_reply.hpp"
#include "sys/http/listener.hpp"

#include <doctest/doctest.h>
#include <openssl/ssl.h>
#include <unistd.h>

#include <chrono>
#include <filesystem>
#include <fstream>
#include <mutex>
#include <vector>

using namespace std::chrono_literals;

namespace {

/// An HTTPS listener with files of a test. Its answers name the request.
struct https_fixture {
  sys::files::temp_dir dir = *sys::files::temp_dir::create("/tmp", "https-identity-test-");
  test::certificate_authority authority{"servers"};
  sys::http::https_identity_files files{dir.file("tls.crt"), dir.file("tls.key")};
  sys::http::listener_options options{.address = sys::http::tcp_address{"127.0.0.1", 0}, .body_bytes_max = 1 << 20};
  std::mutex guard;
  std::vector<std::string> changes;
  std::unique_ptr<sys::http::listener> listener;

  /// Puts a file in the place of another, as a rename does, so that no reader sees half of it.
  void write(const std::string& name, const std::string& text) const {
    std::ofstream(dir.file(name + ".new")) << text;
    std::filesystem::rename(dir.file(name + ".new"), dir.file(name));
  }
  void write(const test::certificate_and_key& x) const {
    write("tls.crt", x.certificate_pem);
    write("tls.key", x.key_pem);
  }

  std::uint16_t start() {
    auto identity = sys::http::https_identity::load(files);
    REQUIRE(identity);
    (*identity)->notify([this](const std::string& why) {
      const std::lock_guard lock(guard);
      changes.push_back(why);
    });
    options.identity = std::move(*identity);
    auto started = sys::http::listener::start(options, [](const auto& request, const auto& reply) {
      const auto* const vouched = sys::http::client_of(reply).is_vouched ? " vouched" : "";
      reply(sys::http::text_reply(200, request.method + ' ' + request.path + ' ' + request.body + vouched));
    });
    REQUIRE(started);
    listener = std::move(*started);
    return listener->port();
  }

  std::vector<std::string> take_changes() {
    const std::lock_guard lock(guard);
    return std::exchange(changes, {});
  }
};

} // namespace

TEST_CASE_FIXTURE(https_fixture, "requests over TLS are answered, several on a connection") {
  const auto identity = authority.issue();
  write(identity);
  const auto port = start();
  test::tls_client client(port);
  CHECK(client.server_pem() == identity.certificate_pem);
  CHECK(client.get("/healthz").body == "GET /healthz ");
  CHECK(client.post("/hooks/a", "{}").body == "POST /hooks/a {}");
  CHECK(client.get("/healthz").body == "GET /healthz ");
  CHECK(take_changes().empty());
}

TEST_CASE_FIXTURE(https_fixture, "no version before TLS 1.2 is spoken") {
  write(authority.issue());
  const auto port = start();
  CHECK(test::is_refused(port, {.version_max = TLS1_1_VERSION}));
  CHECK_FALSE(test::is_refused(port, {.version_max = TLS1_2_VERSION}));
}

TEST_CASE_FIXTURE(https_fixture, "a certificate that appears after the start is used with the next connection") {
  const auto port = start();
  CHECK_MESSAGE(options.identity->why_not().find("tls.crt") != std::string::npos, options.identity->why_not());
  CHECK(test::is_refused(port));
  CHECK(take_changes().empty());
  const auto identity = authority.issue();
  write("tls.crt", identity.certificate_pem);
  CHECK(test::is_refused(port));
  write("tls.key", identity.key_pem);
  CHECK(test::tls_client(port).server_pem() == identity.certificate_pem);
  CHECK(take_changes().back().empty());
}

TEST_CASE_FIXTURE(https_fixture, "a renewed certificate is shown to new connections, and open connections go on") {
  const auto first = authority.issue();
  write(first);
  const auto port = start();
  test::tls_client early(port);
  CHECK(early.get("/1").status == 200);
  const auto second = authority.issue();
  write(second);
  test::tls_client late(port);
  CHECK(late.server_pem() == second.certificate_pem);
  CHECK(early.get("/2").status == 200);
  CHECK(late.get("/3").status == 200);
}

TEST_CASE_FIXTURE(https_fixture, "files that are no pair change nothing, and are reported once") {
  const auto first = authority.issue();
  write(first);
  const auto port = start();
  SUBCASE("a certificate with the key of another certificate") {
    write("tls.crt", authority.issue().certificate_pem);
  }
  SUBCASE("no PEM") {
    write("tls.crt", "soon");
  }
  SUBCASE("no key") {
    std::filesystem::remove(dir.file("tls.key"));
  }
  for (int i = 0; i < 2; ++i) CHECK(test::tls_client(port).server_pem() == first.certificate_pem);
  const auto reported = take_changes();
  REQUIRE(reported.size() == 1);
  CHECK_MESSAGE(reported[0].find(dir.path()) != std::string::npos, reported[0]);
  const auto next = authority.issue();
  write(next);
  CHECK(test::tls_client(port).server_pem() == next.certificate_pem);
  CHECK(take_changes() == std::vector<std::string>{""});
}

TEST_CASE_FIXTURE(https_fixture, "with an authority of clients only its clients ask, except for /healthz") {
  write(authority.issue());
  const test::certificate_authority clients("clients");
  write("clients.crt", clients.pem());
  files.clients = {dir.file("clients.crt")};
  const auto port = start();
  const auto status = [port](std::optional<test::certificate_and_key> identity) {
    test::tls_client client(port, {.identity = std::move(identity)});
    CHECK(client.get("/healthz").status == 200);
    return client.post("/hooks/a", "{}").status;
  };
  CHECK(status(clients.issue_for("clientAuth")) == 200);
  CHECK(status(clients.issue()) == 200);
  CHECK(status(std::nullopt) == 403);
  CHECK(status(authority.issue_for("clientAuth")) == 403);
  CHECK(status(test::make_certificate(std::chrono::system_clock::now() + 1h)) == 403);
}

TEST_CASE_FIXTURE(https_fixture, "the handler knows the clients for which an authority vouches") {
  write(authority.issue());
  const test::certificate_authority clients("clients");
  SUBCASE("with an authority of clients") {
    write("clients.crt", clients.pem());
    files.clients = {dir.file("clients.crt")};
    test::tls_client client(start(), {.identity = clients.issue_for("clientAuth")});
    CHECK(client.post("/hooks/a", "{}").body == "POST /hooks/a {} vouched");
  }
  SUBCASE("without an authority of clients") {
    test::tls_client client(start(), {.identity = clients.issue_for("clientAuth")});
    CHECK(client.post("/hooks/a", "{}").body == "POST /hooks/a {}");
  }
}

TEST_CASE_FIXTURE(https_fixture, "a client without a handshake is ended, and a handshake gives the time of a request") {
  write(authority.issue());
  options.handshake_time = 50ms;
  const auto port = start();
  test::tls_client client(port);
  const auto bare = test::connect_tcp(port);
  char byte = 0;
  CHECK(::read(bare.get(), &byte, 1) == 0);
  CHECK(client.get("/healthz").status == 200);
}

TEST_CASE_FIXTURE(https_fixture, "a certificate for servers alone makes no client") {
  write(authority.issue());
  const test::certificate_authority clients("clients");
  write("clients.crt", clients.pem());
  files.clients = {dir.file("clients.crt")};
  test::tls_client client(start(), {.identity = clients.issue_for("serverAuth")});
  CHECK(client.post("/hooks/a", "{}").status == 403);
}

TEST_CASE_FIXTURE(https_fixture, "an authority of clients that cannot be read is an error with its file") {
  write(authority.issue());
  files.clients = {dir.file("clients.crt")};
  SUBCASE("missing") {}
  SUBCASE("no certificate") {
    write("clients.crt", "-----BEGIN CERTIFICATE-----\n");
  }
  SUBCASE("empty") {
    write("clients.crt", "");
  }
  const auto identity = sys::http::https_identity::load(files);
  REQUIRE_FALSE(identity);
  CHECK(identity.error().message.find("clients.crt") != std::string::npos);
}

TEST_CASE_FIXTURE(https_fixture, "a client that does not finish its handshake or its request is given up") {
  write(authority.issue());
  options.request_time = 200ms;
  options.idle_time = 1h;
  const auto port = start();
  SUBCASE("handshake") {
    test::http_client client(test::connect_tcp(port));
    client.send("\x16\x03\x01");
    CHECK_THROWS_WITH(static_cast<void>(client.receive()), "the connection ended before the answer");
  }
  SUBCASE("request after an answer") {
    test::tls_client client(port);
    CHECK(client.get("/1").status == 200);
    client.send("POST /hooks/a HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\nabc");
    CHECK(client.has_ended());
  }
}

TEST_CASE_FIXTURE(https_fixture, "an idle connection is kept for its own time and not for that of a request") {
  write(authority.issue());
  const auto ends_when_idle = [this](std::chrono::milliseconds request, std::chrono::milliseconds idle) {
    options.request_time = request;
    options.idle_time = idle;
    test::tls_client client(start());
    CHECK(client.get("/1").status == 200);
    return client.has_ended();
  };
  CHECK(ends_when_idle(1h, 100ms));
}

TEST_CASE_FIXTURE(https_fixture, "a body above the limit is answered with 413, and its connection stays") {
  write(authority.issue());
  options.body_bytes_max = 1000;
  test::tls_client client(start());
  CHECK(client.post("/hooks/a", std::string(1001, 'x')).status == 413);
  CHECK(client.post("/hooks/a", std::string(1000, 'x')).status == 200);
}

TEST_CASE_FIXTURE(https_fixture, "long bodies that are on their way have a bound") {
  constexpr std::size_t megabyte = 1 << 20;
  write(authority.issue());
  options.body_bytes_max = 4 * megabyte;
  options.bodies_bytes_max = 2 * megabyte;
  const auto port = start();
  test::tls_client client(port);
  CHECK(client.post("/hooks/a", std::string(3 * megabyte, 'x')).status == 503);
  for (int i = 0; i < 3; ++i) CHECK(client.post("/hooks/a", std::string(2 * megabyte, 'x')).status == 200);
  // A body takes its room when it is announced. The room of the body before it may be taken for a moment.
  bool is_refused = false;
  for (int i = 0; i < 1000 && !is_refused; ++i) {
    test::tls_client slow(port);
    // The first answer shows that the connection is open, the second that the listener has read the head
    // between.
    static_cast<void>(slow.post("/hooks/a", "x"));
    slow.send("POST /hooks/a HTTP/1.1\r\nHost: x\r\nContent-Length: 2000000\r\n\r\n");
    static_cast<void>(client.post("/hooks/a", "x"));
    is_refused = client.post("/hooks/a", std::string(megabyte, 'x')).status == 503;
  }
  CHECK(is_refused);
  // The room of a client that has gone is free when the listener has seen its end.
  int tries = 0;
  while (client.post("/hooks/a", std::string(2 * megabyte, 'x')).status != 200 && ++tries < 1000) {
  }
  CHECK(tries < 1000);
}

TEST_CASE_FIXTURE(https_fixture, "a body without its length, or a very long body, is refused before it comes") {
  write(authority.issue());
  const auto port = start();
  for (const auto& [head, status] :
       {std::pair{"Transfer-Encoding: chunked", 411}, std::pair{"Content-Length: 1000000000000", 413}}) {
    test::tls_client client(port);
    client.send("POST /hooks/a HTTP/1.1\r\nHost: x\r\n" + std::string(head) + "\r\n\r\n");
    CHECK(client.receive().status == status);
  }
}

TEST_CASE_FIXTURE(https_fixture, "a certificate that the program offers counts for the next handshake") {
  files = {};
  const auto port = start();
  CHECK(test::is_refused(port));
  auto& identity = *options.identity;
  const auto first = authority.issue();
  REQUIRE(identity.offer(first.certificate_pem, first.key_pem));
  CHECK(test::tls_client(port).server_pem() == first.certificate_pem);
  const auto second = authority.issue();
  CHECK_FALSE(identity.offer(second.certificate_pem, first.key_pem));
  CHECK(test::tls_client(port).server_pem() == first.certificate_pem);
  REQUIRE(identity.offer(second.certificate_pem, second.key_pem));
  CHECK(test::tls_client(port).server_pem() == second.certificate_pem);
}
