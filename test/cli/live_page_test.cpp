#include "cli/live_page.hpp"

#include "support/http_client.hpp"
#include "text/json/json.hpp"
#include "trace/read/trace_file.hpp"

#include <doctest/doctest.h>

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace {

using sys::http::server_request;
using sys::http::server_response;

/// A page whose operator gives prepared answers, and remembers what it was asked.
struct asked_page {
  std::shared_ptr<std::vector<server_request>> asked = std::make_shared<std::vector<server_request>>();
  server_response answer = sys::http::text_reply(200, "the operator's answer");
  sys::http::http_handler page = cli::live_page([this](server_request x, const sys::http::reply_function& reply) {
    asked->push_back(std::move(x));
    reply(answer);
  });

  server_response get(const std::string& path, std::map<std::string, std::string, std::less<>> query = {},
                      const std::string& method = "GET") {
    server_request x{.method = method, .path = path, .query = std::move(query)};
    x.host = "localhost:9652";
    std::optional<server_response> got;
    page(std::move(x), [&](server_response reply) { got = std::move(reply); });
    REQUIRE(got);
    return *got;
  }
};

std::string trace_of(std::uint64_t before, const std::vector<trace::event>& events) {
  auto text = trace::read::trace_header(before, 1'000'000, {.program = "addon-operator 1", .cluster = "namespace a"});
  for (const auto& x : events) trace::read::append_trace_line(text, x);
  return text;
}

const trace::event pod_added{.id = 1,
                             .time_us = 2'000'000,
                             .type = {"object_changed"},
                             .facts = {{"event", "Added"}, {"kind", "Pod"}, {"name", "p"}}};
const trace::event request_to_api{.id = 2,
                                  .time_us = 2'000'001,
                                  .type = trace::trace_span::http_request,
                                  .summary = "GET /a 200",
                                  .duration_us = 5,
                                  .facts = {{"method", "GET"}, {"status", "200"}}};

} // namespace

TEST_CASE("the page comes in three files, none of which has a script or a style within its markup") {
  asked_page x;
  const auto page = x.get("/");
  CHECK(page.content_type == "text/html; charset=utf-8");
  CHECK(page.body.find("<script src=\"/live.js\" defer></script>") != std::string::npos);
  CHECK(page.body.find("<style") == std::string::npos);
  CHECK(page.body.find(" style=") == std::string::npos);
  CHECK(page.body.find(" onclick=") == std::string::npos);
  CHECK(x.get("/live.js").content_type == "text/javascript; charset=utf-8");
  CHECK(x.get("/live.css").content_type == "text/css; charset=utf-8");
  CHECK(x.asked->empty());
}

TEST_CASE("scripts of the page make no markup of texts") {
  for (const auto* word : {"innerHTML", "outerHTML", "insertAdjacentHTML", "document.write", "eval(", "new Function"})
    CHECK_MESSAGE(cli::live_page_script.find(word) == std::string_view::npos, word);
}

TEST_CASE("pages of the debug socket that show state are passed on, without the parameter for secrets") {
  asked_page x;
  CHECK(x.get("/module/web/values.json", {{"secrets", "true"}, {"global", "true"}}).body == "the operator's answer");
  REQUIRE(x.asked->size() == 1);
  CHECK(x.asked->front().path == "/module/web/values.json");
  CHECK(x.asked->front().query == std::map<std::string, std::string, std::less<>>{{"global", "true"}});
  for (const auto* path : {"/status.json", "/queue/list.json", "/hook/list.json", "/module/list.json",
                           "/module/web/snapshots.text", "/module/web/render.text", "/global/values.json"})
    CHECK_MESSAGE(x.get(path).status == 200, path);
}

TEST_CASE("orders, settings, the raw trace and unknown pages are not passed on") {
  asked_page x;
  for (const auto* path : {"/config/list.json", "/trace", "/module/web/pause", "/queue/main/pause", "/config/log-level",
                           "/module/web/run", "/metrics", "/../status.json"})
    CHECK_MESSAGE(x.get(path).status == 404, path);
  CHECK(x.get("/status.json", {}, "POST").status == 405);
  CHECK(x.asked->empty());
}

TEST_CASE("each answer carries the guard of the page, refusals too") {
  asked_page x;
  for (const auto* path : {"/", "/status.json", "/nothing"}) CHECK_MESSAGE(!x.get(path).headers.empty(), path);
  CHECK(!x.get("/", {}, "POST").headers.empty());
}

TEST_CASE("the time line is that of the events in memory, with the number of the last") {
  asked_page x;
  x.answer = {.content_type = "application/jsonl", .body = trace_of(5, {pod_added})};
  const auto line = text::parse_json(x.get("/timeline.json").body).value();
  CHECK(x.asked->front().path == "/trace");
  CHECK(line.find("after")->as_int() == 6);
  CHECK(line.find("before")->as_int() == 5);
  CHECK(line.find("timeline")->find("spans")->as_array().size() == 1);
  CHECK(line.find("timeline")->string_at("program") == "addon-operator 1");
}

TEST_CASE("a large trace is read from its last part, and the count goes on") {
  asked_page x;
  auto big = pod_added;
  big.summary = std::string(1 << 20, 'x');
  std::vector<trace::event> events;
  for (std::uint64_t id = 1; id <= 6; ++id) {
    big.id = id;
    events.push_back(big);
  }
  x.answer = {.body = trace_of(10, events)};
  const auto line = text::parse_json(x.get("/timeline.json").body).value();
  CHECK(line.find("after")->as_int() == 16);
  CHECK(line.find("before")->as_int() == 13);
  CHECK(line.find("timeline")->find("spans")->as_array().size() == 3);
}

TEST_CASE("a change is an event that the page shows, and a request to the API server is none") {
  asked_page x;
  x.answer = {.body = trace_of(7, {pod_added})};
  CHECK(x.get("/changes.json", {{"after", "7"}}).body == R"({"after":8,"changed":true})");
  CHECK(x.asked->front().query == std::map<std::string, std::string, std::less<>>{{"after", "7"}, {"wait", "true"}});
  x.answer = {.body = trace_of(8, {request_to_api})};
  CHECK(x.get("/changes.json", {{"after", "8"}}).body == R"({"after":9,"changed":false})");
  x.answer = {.body = trace_of(9, {})};
  CHECK(x.get("/changes.json", {{"after", "9"}}).body == R"({"after":9,"changed":false})");
}

TEST_CASE("a question why has the words of the command, or the reason why there is no answer") {
  asked_page x;
  x.answer = {.body = trace_of(0, {pod_added})};
  CHECK(x.get("/why.txt", {{"about", "run"}, {"name", "web"}}).body.find("web") != std::string::npos);
  CHECK(x.get("/why.txt", {{"about", "life"}}).status == 400);
}

TEST_CASE("an operator without events in memory says so on the page") {
  asked_page x;
  x.answer = sys::http::text_reply(404, "--trace-memory 0\n");
  CHECK(x.get("/timeline.json").status == 404);
  CHECK(x.get("/timeline.json").body == "--trace-memory 0\n");
}

TEST_CASE("over a real connection a foreign Host is refused, and the policy comes with the page") {
  const auto listener = sys::http::listener::start({.address = sys::http::tcp_address{"127.0.0.1", 0}},
                                                   cli::live_page([](auto, const auto&) {}));
  REQUIRE(listener);
  const auto ask = [&](const std::string& head) {
    test::http_client client(test::connect_tcp((*listener)->port()));
    client.send(head + "\r\n\r\n");
    return client.receive();
  };
  const auto page = ask("GET / HTTP/1.1\r\nHost: localhost:1");
  CHECK(page.status == 200);
  CHECK(page.head.find("Content-Security-Policy: default-src 'self'") != std::string::npos);
  CHECK(ask("GET / HTTP/1.1\r\nHost: evil.example").status == 403);
  CHECK(ask("GET / HTTP/1.1\r\nHost: localhost:1\r\nOrigin: http://evil.example").status == 403);
  CHECK(ask("GET /status.json HTTP/1.1\r\nHost: localhost:1\r\nSec-Fetch-Site: cross-site").status == 403);
  CHECK(ask("POST /status.json HTTP/1.1\r\nHost: localhost:1\r\nContent-Length: 0").status == 405);
}
