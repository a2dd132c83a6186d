// Requests of a WEBHOOK SERVER with long bodies, which wait for their turn.
#include "webhook_server_fixture.hpp"

using namespace actors::messages;
using namespace std::chrono_literals;
using test::has, test::server_fixture;

namespace {

sys::http::server_request long_request(sys::http::server_request x, const std::string& timeout = "30s") {
  x.body.insert(x.body.size() - 2, 2 * core::webhooks::body_line::short_max, ' ');
  x.query["timeout"] = timeout;
  return x;
}

} // namespace

TEST_CASE("/healthz is a question that needs no actor") {
  using actors::webhooks::is_health_question;
  CHECK(is_health_question({.method = "GET", .path = "/healthz"}));
  CHECK(is_health_question({.method = "HEAD", .path = "/healthz"}));
  CHECK_FALSE(is_health_question({.method = "POST", .path = "/healthz"}));
  CHECK_FALSE(is_health_question({.method = "GET", .path = "/healthz/a"}));
}

TEST_CASE_FIXTURE(server_fixture, "the deadline of a long review counts from its arrival") {
  start();
  claim_and_open();
  const auto began_us = shared()->steady_time_us();
  for (int i = 0; i < 100; ++i) send(long_request(review(), "2s"));
  advance(1s);
  REQUIRE(script.asked.size() == 100);
  CHECK(script.asked.back().deadline_us - began_us == 1'800'000);
  CHECK(shared()->steady_time_us() - began_us == 1'000'000);
}

TEST_CASE_FIXTURE(server_fixture, "a review whose time is over before its turn fails without a run of its hook") {
  const test::captured_log log;
  start();
  claim_and_open();
  const auto got = send(long_request(review(), "2ms"));
  CHECK_FALSE(got->has_value());
  advance(10ms);
  CHECK_MESSAGE(has(got, R"("code":504)"), (*got)->body);
  CHECK(has(got, "behind other long bodies"));
  CHECK(script.asked.empty());
  CHECK(log.count({"review_failed", "behind other long bodies"}) == 1);
}

TEST_CASE_FIXTURE(server_fixture,
                  "a long review whose hook goes before its turn is answered, and the next has its turn") {
  start();
  claim_and_open();
  const auto first = send(long_request(review()));
  const auto second = send(long_request(review()));
  REQUIRE(ask<webhooks_claimed>(server, claim_webhooks{{}, "web", owner, {}, {}}).refused.empty());
  advance(10ms);
  CHECK(has(first, "it is switched off"));
  CHECK(has(second, "it is switched off"));
  CHECK(script.asked.empty());
}

TEST_CASE_FIXTURE(server_fixture, "the end waits for long bodies that have come") {
  start();
  claim_and_open();
  const auto got = send(long_request(review()));
  const auto drained = ask_later<reviews_drained>(server, drain_reviews{{}, 10s});
  advance(4s);
  REQUIRE(script.asked.size() == 1);
  answer_next();
  CHECK(has(got, R"("allowed":true)"));
  CHECK_FALSE(drained.has_come());
  advance(1s);
  CHECK(drained.has_come());
}

TEST_CASE_FIXTURE(server_fixture, "a long conversion waits for its turn, and its time counts from its arrival") {
  start();
  claim_and_open();
  core::bindings::conversion_binding x;
  x.name = "tabs";
  x.definition = "tabs.x.io";
  x.steps = {{"v1", "v2", "."}};
  const core::webhooks::hook_conversion conversion{"a.sh",
                                                   std::make_shared<const core::bindings::conversion_binding>(x)};
  REQUIRE(ask<conversions_claimed>(server, claim_conversions{{}, "web", owner, {conversion}, {}}).why_not.empty());
  const auto question = [](const std::string& timeout) {
    sys::http::server_request y{.method = "POST", .path = "/tabs.x.io"};
    y.content_type = "application/json";
    y.body =
      R"({"apiVersion":"apiextensions.k8s.io/v1","kind":"ConversionReview","request":{"uid":"1",)"
      R"("desiredAPIVersion":"x.io/v2","objects":[{"apiVersion":"x.io/v1","kind":"Tab","metadata":{"name":"a"}}]}})";
    return long_request(y, timeout);
  };
  const auto got = send(question("30s"));
  const auto late = send(question("2ms"));
  CHECK_FALSE(got->has_value());
  advance(10ms);
  CHECK(has(got, R"("status":"Success")"));
  CHECK(has(late, "behind other long bodies"));
}
