#include "sys/http/client.hpp"

#include "sys/files/temp_dir.hpp"
#include "sys/http/listen_socket.hpp"
#include "sys/http/listener.hpp"

#include <doctest/doctest.h>

#include <unistd.h>

#include <memory>
#include <string>
#include <utility>
#include <vector>

using namespace std::chrono_literals;

namespace {

sys::files::temp_dir make_directory() {
  auto made = sys::files::temp_dir::create("/tmp", "http-client-");
  REQUIRE_MESSAGE(made, made.error().message);
  return std::move(*made);
}

/// A server on a socket of its own.
struct client_fixture {
  void serve(sys::http::http_handler handler) {
    auto started = sys::http::listener::start({.address = sys::http::unix_address{socket}}, std::move(handler));
    REQUIRE_MESSAGE(started, started.error().message);
    listener = std::move(*started);
  }
  base::error failure(const sys::http::http_get_options& options = {}) const {
    const auto answer = sys::http::get_from_socket(socket, "/", options);
    REQUIRE_FALSE(answer);
    CHECK(answer.error().message.starts_with(socket + ": "));
    return answer.error();
  }

  sys::files::temp_dir directory = make_directory();
  std::string socket = directory.file("debug.socket");
  std::unique_ptr<sys::http::listener> listener;
};

} // namespace

TEST_CASE_FIXTURE(client_fixture, "status and body arrive, whatever the status is") {
  serve([](const auto& request, const auto& reply) {
    reply({.status = request.path == "/there" ? 200 : 404, .body = request.method + ' ' + request.path});
  });
  const auto there = sys::http::get_from_socket(socket, "/there");
  REQUIRE_MESSAGE(there, there.error().message);
  CHECK(there->status == 200);
  CHECK(there->body == "GET /there");
  const auto elsewhere = sys::http::get_from_socket(socket, "/else");
  REQUIRE(elsewhere);
  CHECK(elsewhere->status == 404);
}

TEST_CASE_FIXTURE(client_fixture, "a POST arrives with its arguments, and with the process that has sent it") {
  serve([](const auto& request, const auto& reply) {
    const bool is_own = request.peer && request.peer->pid == ::getpid() && request.peer->uid == ::getuid();
    reply({.body = request.method + ' ' + request.query.at("reason") + (is_own ? " by this process" : "")});
  });
  const auto answer =
    sys::http::post_to_socket(socket, "/module/web/pause", {.arguments = {{"reason", "a b=c&d ü#1"}}});
  REQUIRE_MESSAGE(answer, answer.error().message);
  CHECK(answer->body == "POST a b=c&d ü#1 by this process");
}

TEST_CASE_FIXTURE(client_fixture, "a path arrives as it is, also with characters that a URL may not contain") {
  serve([](const auto& request, const auto& reply) { reply({.body = request.path}); });
  for (const std::string path : {"/a b/ü", "/a?b#c", "/100%", "/../x"}) {
    CAPTURE(path);
    const auto answer = sys::http::get_from_socket(socket, path);
    REQUIRE_MESSAGE(answer, answer.error().message);
    CHECK(answer->body == path);
  }
}

TEST_CASE_FIXTURE(client_fixture, "a long answer arrives whole, one above the limit is an error") {
  const std::string long_text(10 << 20, 'x');
  serve([&](const auto&, const auto& reply) { reply({.body = long_text}); });
  const auto answer = sys::http::get_from_socket(socket, "/");
  REQUIRE(answer);
  CHECK(answer->body == long_text);
  CHECK(sys::http::get_from_socket(socket, "/", {.body_bytes_max = long_text.size()}));
  const auto refused = failure({.body_bytes_max = long_text.size() - 1});
  CHECK(refused.code == base::error_code::invalid_input);
  CHECK(refused.message.find("longer than 10485759 bytes") != std::string::npos);
}

TEST_CASE_FIXTURE(client_fixture, "a socket that does not exist is distinguished from one that nobody listens on") {
  CHECK(failure().code == base::error_code::not_found);
  REQUIRE(sys::http::listen_at(sys::http::unix_address{socket})); // closed at once, the file stays
  CHECK(failure().code == base::error_code::unavailable);
}

TEST_CASE_FIXTURE(client_fixture, "a path that is too long for a socket is refused") {
  socket = "/tmp/" + std::string(200, 'x');
  CHECK(failure().code == base::error_code::invalid_input);
}

TEST_CASE_FIXTURE(client_fixture, "an answer that does not come ends with the time") {
  sys::http::reply_function kept;
  serve([&kept](const auto&, auto reply) { kept = std::move(reply); });
  const auto late = failure({.timeout = 1ms});
  CHECK(late.code == base::error_code::timeout);
  CHECK(late.message.find("no answer within 0.001 s") != std::string::npos);
  listener.reset();
}

TEST_CASE_FIXTURE(client_fixture, "the exit code of a command arrives beside the answer") {
  int code = 2;
  serve([&](const auto&, const auto& reply) { reply({.body = "ok", .exit_code = code}); });
  CHECK(sys::http::get_from_socket(socket, "/")->exit_code == 2);
  code = 0;
  CHECK(sys::http::get_from_socket(socket, "/")->exit_code == 0);
}

TEST_CASE_FIXTURE(client_fixture, "warnings arrive beside the answer, in their order") {
  const std::vector<std::string> warnings{"got \"a\\b\" …", std::string(1000, 'x'), std::string(1000, '"'), "last"};
  serve([&](const auto&, const auto& reply) { reply({.body = "ok", .warnings = warnings}); });
  const auto answer = sys::http::get_from_socket(socket, "/");
  REQUIRE(answer);
  CHECK(answer->body == "ok");
  CHECK(answer->warnings == warnings);
}
