#include "cli/socket_pages.hpp"

#include "sys/files/temp_dir.hpp"

#include <doctest/doctest.h>

#include <future>
#include <memory>
#include <string>
#include <utility>

namespace {

std::future<sys::http::server_response> ask(cli::socket_pages& pages, sys::http::server_request x) {
  auto answered = std::make_shared<std::promise<sys::http::server_response>>();
  auto answer = answered->get_future();
  pages.ask(std::move(x), [answered](sys::http::server_response got) { answered->set_value(std::move(got)); });
  return answer;
}

} // namespace

TEST_CASE("a page of the socket comes with its status, its type and its query") {
  const auto dir = sys::files::temp_dir::create("/tmp", "socket-pages-");
  REQUIRE(dir);
  const auto socket = dir->path() + "/s";
  const auto listener = sys::http::listener::start(
    {.address = sys::http::unix_address{socket}}, [](const sys::http::server_request& x, const auto& reply) {
      const auto found = x.query.find("a");
      reply(
        {.status = x.path == "/no.text" ? 404 : 200, .body = x.path + (found == x.query.end() ? "" : found->second)});
    });
  REQUIRE(listener);
  cli::socket_pages pages(socket);
  const auto json = ask(pages, {.method = "GET", .path = "/x y.json", .query = {{"a", "1&2"}}}).get();
  CHECK(json.status == 200);
  CHECK(json.content_type == "application/json");
  CHECK(json.body == "/x y.json1&2");
  CHECK(ask(pages, {.method = "GET", .path = "/no.text"}).get().status == 404);
}

TEST_CASE("a question that waits for an event holds up no other question") {
  const auto dir = sys::files::temp_dir::create("/tmp", "socket-pages-");
  REQUIRE(dir);
  const auto socket = dir->path() + "/s";
  std::promise<sys::http::reply_function> held;
  auto holds = held.get_future();
  const auto listener = sys::http::listener::start({.address = sys::http::unix_address{socket}},
                                                   [&](const sys::http::server_request& x, const auto& reply) {
                                                     if (x.path == "/trace") return held.set_value(reply);
                                                     reply({.body = "now"});
                                                   });
  REQUIRE(listener);
  cli::socket_pages pages(socket);
  auto event = ask(pages, {.method = "GET", .path = "/trace", .query = {{"wait", "true"}}});
  const auto later = holds.get();
  CHECK(ask(pages, {.method = "GET", .path = "/status.json"}).get().body == "now");
  later({.body = "an event"});
  CHECK(event.get().body == "an event");
}

TEST_CASE("an operator that cannot be reached is named") {
  cli::socket_pages pages("/nonexistent/socket");
  const auto answer = ask(pages, {.method = "GET", .path = "/status.json"}).get();
  CHECK(answer.status == 502);
  CHECK_MESSAGE(answer.body.find("/nonexistent/socket") != std::string::npos, answer.body);
}
