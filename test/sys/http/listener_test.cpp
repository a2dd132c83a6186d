#include "sys/http/listener.hpp"

#include "support/http_client.hpp"
#include "support/no_descriptors.hpp"
#include "support/process_run.hpp"
#include "sys/files/files.hpp"
#include "sys/files/temp_dir.hpp"

#include <doctest/doctest.h>
#include <poll.h>

#include <chrono>
#include <filesystem>
#include <fstream>
#include <map>
#include <thread>

namespace {

sys::http::listener_options on_loopback() {
  return {.address = sys::http::tcp_address{"127.0.0.1", 0}, .body_bytes_max = 1 << 20};
}

/// More than the kernel keeps for a client that does not read.
constexpr std::size_t long_answer = 32 << 20;

/// Answers `/long` with very much, and all else briefly.
void answer_at_length(const sys::http::server_request& request, const sys::http::reply_function& reply) {
  reply({.body = request.path == "/long" ? std::string(long_answer, 'x') : "ok"});
}

/// Sends a byte each time that no byte has come for a moment, at most for ten seconds. @returns whether the
/// server has ended the connection.
bool drips_until_end(int socket) {
  for (int i = 0; i < 500; ++i) {
    pollfd waits{socket, POLLIN | POLLRDHUP, 0};
    if (::poll(&waits, 1, 20) > 0) return true;
    if (::send(socket, "a", 1, MSG_NOSIGNAL) != 1) return true;
  }
  return false;
}

/// Sends the understood request back to the client.
void echo(sys::http::server_request request, const sys::http::reply_function& reply) {
  std::string text = request.method + ' ' + request.path;
  for (const auto& [name, value] : request.query) text += '|' + name + '=' + value;
  reply({.body = text + '|' + request.content_type + '|' + request.body});
}

} // namespace

TEST_CASE("a handler sees method, path, query and body, and its answer arrives") {
  const auto listener = sys::http::listener::start(on_loopback(), echo);
  REQUIRE(listener);
  REQUIRE((*listener)->port() != 0);
  test::http_client client(test::connect_tcp((*listener)->port()));
  client.send("POST /a%20b/c.json?x=1&y=%3D&flag HTTP/1.1\r\nHost: x\r\nContent-Type: text/csv\r\n"
              "Content-Length: 4\r\n\r\n1,2\n");
  const auto answer = client.receive();
  CHECK(answer.status == 200);
  CHECK(answer.body == "POST /a b/c.json|flag=|x=1|y==|text/csv|1,2\n");
}

TEST_CASE("a handler sees which answers the client accepts") {
  const auto listener =
    sys::http::listener::start(on_loopback(), [](const sys::http::server_request& request, const auto& reply) {
      reply({.body = request.accept});
    });
  REQUIRE(listener);
  test::http_client client(test::connect_tcp((*listener)->port()));
  client.send("GET / HTTP/1.1\r\nHost: x\r\nAccept: text/plain;escaping=dots\r\n\r\n");
  CHECK(client.receive().body == "text/plain;escaping=dots");
}

TEST_CASE("one connection carries several requests") {
  const auto listener = sys::http::listener::start(on_loopback(), echo);
  REQUIRE(listener);
  test::http_client client(test::connect_tcp((*listener)->port()));
  CHECK(client.get("/one").body == "GET /one||");
  CHECK(client.get("/two").body == "GET /two||");
}

TEST_CASE("status and content type are those of the answer") {
  const auto listener = sys::http::listener::start(on_loopback(), [](const auto&, const auto& reply) {
    reply({.status = 404, .content_type = "application/json", .body = "{}"});
  });
  REQUIRE(listener);
  test::http_client client(test::connect_tcp((*listener)->port()));
  const auto answer = client.get("/");
  CHECK(answer.status == 404);
  CHECK(answer.head.find("Content-Type: application/json\r\n") != std::string::npos);
}

TEST_CASE("answers may come later, from another thread and in another order") {
  std::promise<sys::http::reply_function> first;
  std::promise<sys::http::reply_function> second;
  auto first_reply = first.get_future();
  auto second_reply = second.get_future();
  const auto listener = sys::http::listener::start(on_loopback(), [&](const auto& request, auto reply) {
    (request.path == "/first" ? first : second).set_value(reply);
  });
  REQUIRE(listener);
  test::http_client one(test::connect_tcp((*listener)->port()));
  test::http_client two(test::connect_tcp((*listener)->port()));
  one.send_get("/first");
  const auto answer_first = test::await(first_reply);
  two.send_get("/second");
  const auto answer_second = test::await(second_reply);
  std::thread([&] { answer_second({.body = "2"}); }).join();
  CHECK(two.receive().body == "2");
  answer_first({.body = "1"});
  answer_first({.body = "again"});
  CHECK(one.receive().body == "1");
}

TEST_CASE("an answer for a client that has gone is dropped, and others are served") {
  std::promise<sys::http::reply_function> asked;
  auto reply = asked.get_future();
  const auto listener = sys::http::listener::start(on_loopback(), [&](const auto& request, auto answer) {
    if (request.path == "/slow")
      asked.set_value(answer);
    else
      answer({.body = "ok"});
  });
  REQUIRE(listener);
  {
    test::http_client client(test::connect_tcp((*listener)->port()));
    client.send_get("/slow");
    reply.wait_for(test::deadline);
  }
  test::await(reply)({.body = std::string(1 << 20, 'x')});
  test::http_client client(test::connect_tcp((*listener)->port()));
  CHECK(client.get("/").body == "ok");
}

TEST_CASE("the end of a listener answers what is open with 503, and later answers are ignored") {
  std::promise<sys::http::reply_function> asked;
  auto reply = asked.get_future();
  auto listener = sys::http::listener::start(on_loopback(), [&](const auto&, auto answer) { asked.set_value(answer); });
  REQUIRE(listener);
  test::http_client client(test::connect_tcp((*listener)->port()));
  client.send_get("/slow");
  const auto answer = test::await(reply);
  listener->reset();
  answer({.body = "too late"});
  CHECK(client.receive().status == 503);
}

TEST_CASE("a body above the limit is answered with 413 and does not reach the handler") {
  auto options = on_loopback();
  options.body_bytes_max = 10;
  const auto listener = sys::http::listener::start(options, echo);
  REQUIRE(listener);
  test::http_client client(test::connect_tcp((*listener)->port()));
  client.send("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\n0123456789");
  CHECK(client.receive().body == "POST /||0123456789");
  client.send("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 11\r\n\r\n01234567890");
  CHECK(client.receive().status == 413);
}

TEST_CASE("many connections wait at the same time") {
  std::mutex mutex;
  std::map<std::string, sys::http::reply_function> waiting;
  std::promise<void> all_wait;
  auto all_there = all_wait.get_future();
  const auto listener = sys::http::listener::start(on_loopback(), [&](const auto& request, auto reply) {
    const std::lock_guard guard(mutex);
    waiting.emplace(request.path, reply);
    if (waiting.size() == 100) all_wait.set_value();
  });
  REQUIRE(listener);
  std::vector<test::http_client> clients;
  for (int i = 0; i < 100; ++i) {
    clients.emplace_back(test::connect_tcp((*listener)->port()));
    clients.back().send_get("/" + std::to_string(i));
  }
  test::await(all_there);
  for (const auto& [path, reply] : waiting) reply({.body = path});
  for (int i = 0; i < 100; ++i) CHECK(clients[static_cast<std::size_t>(i)].receive().body == "/" + std::to_string(i));
}

TEST_CASE("clients that stay without asking give way to others, those that wait for an answer do not") {
  std::promise<sys::http::reply_function> asked;
  auto slow = asked.get_future();
  auto options = on_loopback();
  options.connections_max = 4;
  options.request_time = std::chrono::hours(1);
  const auto listener = sys::http::listener::start(options, [&](const auto& request, auto reply) {
    if (request.path == "/slow") return asked.set_value(reply);
    reply({.body = "ok"});
  });
  REQUIRE(listener);
  const auto port = (*listener)->port();
  test::http_client waiting(test::connect_tcp(port));
  waiting.send_get("/slow");
  const auto answer = test::await(slow);
  std::vector<test::http_client> staying;
  for (int i = 0; i < 3; ++i) {
    staying.emplace_back(test::connect_tcp(port));
    if (i == 0) CHECK(staying.back().get("/").body == "ok");
  }
  CHECK(test::http_client(test::connect_tcp(port)).get("/").body == "ok");
  CHECK_THROWS(static_cast<void>(staying.front().get("/")));
  answer({.body = "late"});
  CHECK(waiting.receive().body == "late");
}

TEST_CASE("clients whose requests drip give way to whoever sends a whole one") {
  auto options = on_loopback();
  options.connections_max = 8;
  const auto listener = sys::http::listener::start(options, echo);
  REQUIRE(listener);
  std::vector<test::http_client> dripping;
  for (int i = 0; i < 24; ++i) {
    dripping.emplace_back(test::connect_tcp((*listener)->port()));
    dripping.back().send("GET /healthz HTTP/1.1\r\nHost: x\r\nX: ");
    CHECK(test::http_client(test::connect_tcp((*listener)->port())).get("/probe").body == "GET /probe||");
  }
}

TEST_CASE("a request has its time as a whole, however steadily its bytes drip") {
  auto options = on_loopback();
  options.request_time = std::chrono::milliseconds(300);
  const auto listener = sys::http::listener::start(options, echo);
  REQUIRE(listener);
  const auto socket = test::connect_tcp((*listener)->port());
  const std::string begun = "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 100000\r\n";
  SUBCASE("in its head") {
    REQUIRE(::send(socket.get(), begun.data(), begun.size(), MSG_NOSIGNAL) > 0);
  }
  SUBCASE("in its body") {
    REQUIRE(::send(socket.get(), (begun + "\r\n").data(), begun.size() + 2, MSG_NOSIGNAL) > 0);
  }
  CHECK(drips_until_end(socket.get()));
}

TEST_CASE("a client that does not read its answer is given up") {
  const auto directory = sys::files::temp_dir::create("/tmp", "http-test-");
  REQUIRE(directory);
  const auto path = directory->path() + "/socket";
  // Over a unix socket the client hears the end at once, whatever it has not read.
  const auto listener = sys::http::listener::start(
    {.address = sys::http::unix_address{path}, .answer_time = std::chrono::milliseconds(300)}, answer_at_length);
  REQUIRE(listener);
  const auto socket = test::connect_unix(path);
  const std::string request = "GET /long HTTP/1.1\r\nHost: x\r\n\r\n";
  REQUIRE(::send(socket.get(), request.data(), request.size(), MSG_NOSIGNAL) > 0);
  pollfd waits{socket.get(), POLLRDHUP, 0};
  CHECK(::poll(&waits, 1, 10'000) == 1);
}

TEST_CASE("clients that do not read give way to others") {
  auto options = on_loopback();
  options.connections_max = 4;
  options.answers_bytes_max = 100 * long_answer;
  const auto listener = sys::http::listener::start(options, answer_at_length);
  REQUIRE(listener);
  std::vector<test::http_client> not_reading;
  for (int i = 0; i < 12; ++i) {
    not_reading.emplace_back(test::connect_tcp((*listener)->port()));
    not_reading.back().send_get("/long");
    CHECK(test::http_client(test::connect_tcp((*listener)->port())).get("/").body == "ok");
  }
}

TEST_CASE("answers that are not read are bounded together: the slowest client gives way to the next") {
  auto options = on_loopback();
  options.answers_bytes_max = long_answer + 1000;
  const auto listener = sys::http::listener::start(options, answer_at_length);
  REQUIRE(listener);
  const auto not_reading = test::connect_tcp((*listener)->port());
  const std::string request = "GET /long HTTP/1.1\r\nHost: x\r\n\r\n";
  REQUIRE(::send(not_reading.get(), request.data(), request.size(), MSG_NOSIGNAL) > 0);
  test::http_client other(test::connect_tcp((*listener)->port()));
  // The first has been answered when this request is.
  CHECK(other.get("/").body == "ok");
  const auto answer = other.get("/long");
  CHECK(answer.status == 200);
  CHECK(answer.body.size() == long_answer);
  // Its unread bytes have been dropped, so it hears of the end at once.
  pollfd ends{not_reading.get(), POLLRDHUP, 0};
  CHECK(::poll(&ends, 1, 10'000) == 1);
}

TEST_CASE("clients that read the same text do not count twice, and do not give way to each other") {
  const auto text = std::make_shared<const std::string>(long_answer, 'x');
  auto options = on_loopback();
  options.answers_bytes_max = long_answer + 1000;
  const auto listener =
    sys::http::listener::start(options, [text](const auto&, const auto& reply) { reply({.shared_body = text}); });
  REQUIRE(listener);
  std::vector<test::http_client> clients;
  for (int i = 0; i < 4; ++i) {
    clients.emplace_back(test::connect_tcp((*listener)->port()));
    clients.back().send_get("/");
  }
  for (auto& client : clients) CHECK(client.receive().body == *text);
}

TEST_CASE("where no body is read, a request that announces one is refused before it comes") {
  const auto listener = sys::http::listener::start({.address = sys::http::tcp_address{"127.0.0.1", 0}}, echo);
  REQUIRE(listener);
  for (const auto* head : {"GET / HTTP/1.1\r\nHost: x\r\nContent-Length: 100000\r\n\r\n",
                           "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\n\r\n",
                           "GET / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n"}) {
    test::http_client client(test::connect_tcp((*listener)->port()));
    client.send(head);
    CHECK(client.receive().status == 413);
  }
}

TEST_CASE("without file descriptors a probe is answered, and told so") {
  const auto listener = sys::http::listener::start(on_loopback(), [](const auto& request, const auto& reply) {
    reply({.body = request.is_short_of_descriptors ? "short" : "ok"});
  });
  REQUIRE(listener);
  std::vector<test::http_client> idle;
  for (int i = 0; i < 20; ++i) idle.emplace_back(test::connect_tcp((*listener)->port()));
  CHECK(idle.back().get("/").body == "ok");
  test::no_descriptors none;
  // Each client needs a descriptor for itself; other parts of the program take the descriptor that it leaves.
  for (int i = 0; i < 12; ++i) {
    test::http_client probe(none.with_one([&] { return test::connect_tcp((*listener)->port()); }));
    none.take_all();
    CHECK(probe.get("/").body == "short");
    none.take_all();
  }
}

TEST_CASE("when all places wait for an answer, the first that has it makes room") {
  constexpr std::size_t places = 3;
  std::mutex mutex;
  std::vector<sys::http::reply_function> replies;
  std::promise<void> all_wait;
  auto all_there = all_wait.get_future();
  auto options = on_loopback();
  options.connections_max = places;
  const auto listener = sys::http::listener::start(options, [&](const auto& request, auto reply) {
    if (request.path != "/slow") return reply({.body = "ok"});
    const std::lock_guard guard(mutex);
    replies.push_back(reply);
    if (replies.size() == places) all_wait.set_value();
  });
  REQUIRE(listener);
  std::vector<test::http_client> waiting;
  for (std::size_t i = 0; i < places; ++i) {
    waiting.emplace_back(test::connect_tcp((*listener)->port()));
    waiting.back().send_get("/slow");
  }
  test::await(all_there);
  test::http_client next(test::connect_tcp((*listener)->port()));
  next.send_get("/");
  for (const auto& reply : replies) reply({.body = "late"});
  CHECK(next.receive().body == "ok");
  for (auto& client : waiting) CHECK(client.receive().body == "late");
}

TEST_CASE("clients that have been answered make room, even if they fill the room beside the places") {
  constexpr std::size_t clients = 34; // two places, and the room beside them
  std::mutex mutex;
  std::vector<sys::http::reply_function> replies;
  std::vector<std::promise<void>> there(clients);
  auto options = on_loopback();
  options.connections_max = 2;
  options.request_time = std::chrono::hours(1);
  const auto listener = sys::http::listener::start(options, [&](const auto& request, auto reply) {
    if (request.path != "/slow") return reply({.body = "ok"});
    const std::lock_guard guard(mutex);
    replies.push_back(reply);
    there.at(replies.size() - 1).set_value();
  });
  REQUIRE(listener);
  std::vector<test::http_client> kept;
  for (std::size_t i = 0; i < clients; ++i) {
    kept.emplace_back(test::connect_tcp((*listener)->port()));
    kept.back().send_get("/slow");
    auto waits = there.at(i).get_future();
    test::await(waits);
  }
  for (const auto& reply : replies) reply({.body = "late"});
  for (auto& client : kept) CHECK(client.receive().body == "late");
  for (int i = 0; i < 3; ++i) CHECK(test::http_client(test::connect_tcp((*listener)->port())).get("/").body == "ok");
}

TEST_CASE("a unix socket is private, makes its directory and is removed at the end") {
  const auto directory = sys::files::temp_dir::create("/tmp", "http-test-");
  REQUIRE(directory);
  const auto path = directory->path() + "/deep/debug.socket";
  auto listener = sys::http::listener::start({.address = sys::http::unix_address{path}}, echo);
  REQUIRE(listener);
  CHECK((*listener)->port() == 0);
  CHECK(std::filesystem::status(path).permissions() == std::filesystem::perms(0600));
  CHECK(std::filesystem::status(directory->path() + "/deep").permissions() == std::filesystem::perms(0700));
  test::http_client client(test::connect_unix(path));
  CHECK(client.get("/queue").body == "GET /queue||");
  listener->reset();
  CHECK_FALSE(sys::files::path_exists(path));
}
