#include "actors/webhooks/webhook_server.hpp"

#include "webhook_server_fixture.hpp"

using namespace actors::messages;
using namespace std::chrono_literals;
using test::has, test::server_fixture;

TEST_CASE_FIXTURE(server_fixture, "only reviews for known webhooks reach an owner") {
  start();
  claim_and_open();
  auto x = review();
  x.path = "/hooks/unknown";
  CHECK(status(x) == 404);
  x = review();
  x.content_type = "text/plain";
  CHECK(status(x) == 415);
  x = review();
  x.method = "PUT";
  CHECK(status(x) == 405);
  CHECK(status({.method = "GET", .path = "/healthz"}) == 200);
  CHECK(status(review_with("\"uid\":\"u\",}")) == 400);
  CHECK(status(review_with("")) == 400);
  x = review();
  x.query["timeout"] = "soon";
  CHECK(status(x) == 400);
  CHECK(script.asked.empty());
}

TEST_CASE_FIXTURE(server_fixture, "the owner gets a deadline before the API server's, and its decision is the answer") {
  start();
  claim_and_open();
  auto x = review();
  x.query["timeout"] = "2s";
  const auto began_us = shared()->steady_time_us();
  const auto got = send(x);
  REQUIRE(script.asked.size() == 1);
  CHECK(script.asked[0].hook == "a.sh");
  CHECK(script.asked[0].deadline_us - began_us == 1'800'000);
  answer_next();
  CHECK(has(got, R"("allowed":true)"));
}

TEST_CASE_FIXTURE(server_fixture, "a late owner changes nothing any more, and its place is free when it has answered") {
  options.reviews_max.reviews = 1;
  start();
  claim_and_open();
  const auto got = send();
  advance(30s);
  CHECK(has(got, R"("code":504)"));
  CHECK(has(send(), "too many reviews are on their way"));
  answer_next();
  CHECK(has(got, R"("code":504)"));
  const auto next = send();
  answer_next();
  CHECK(has(next, R"("allowed":true)"));
}

TEST_CASE_FIXTURE(server_fixture, "an address with many reviews leaves places for the reviews of other addresses") {
  options.refused = std::make_shared<sys::http::refused_clients>();
  start();
  claim_and_open();
  for (int i = 0; i < 144; ++i) CHECK_FALSE(send(review(), "192.0.2.66")->has_value());
  CHECK_FALSE(options.refused->recent());
  CHECK(has(send(review(), "192.0.2.66"), "too many reviews are on their way"));
  CHECK(options.refused->recent() == "192.0.2.66");
  CHECK_FALSE(send(review(), "192.0.2.1")->has_value());
  REQUIRE(script.asked.size() == 145);
  CHECK(script.asked.back().review->client.address == "192.0.2.1");
  answer_next();
  CHECK_FALSE(send(review(), "192.0.2.66")->has_value());
}

TEST_CASE_FIXTURE(server_fixture, "a review keeps the room of its body until its hook has ended") {
  start();
  claim_and_open();
  const auto room = sys::http::body_room::make(1000);
  const auto got = send(review(), "192.0.2.1", room->take("192.0.2.1", 1000));
  advance(30s);
  CHECK(has(got, R"("code":504)"));
  CHECK_FALSE(room->take("192.0.2.2", 1));
  answer_next();
  CHECK(room->take("192.0.2.2", 1));
  const auto bad = send(review_with(R"("uid":"")"), "192.0.2.1", room->take("192.0.2.1", 1000));
  REQUIRE(bad->has_value());
  CHECK((*bad)->status == 400);
  CHECK(room->take("192.0.2.2", 1));
}

TEST_CASE_FIXTURE(server_fixture, "many failures of a kind have a few lines in the log, and one that counts the rest") {
  const test::captured_log log;
  start();
  CHECK(claim().refused.empty());
  for (int i = 0; i < 100; ++i) CHECK(has(send(), "it is not asked yet"));
  CHECK(log.count({"review_failed", "it is not asked yet"}) == 5);
  advance(60s);
  CHECK(log.count({"review_failures_left_out", "event=review_failed", "hook=a.sh", "reason=waits", "failures=95"})
        == 1);
  advance(10min);
  CHECK(log.count({"review_failures_left_out"}) == 1);
  CHECK(has(send(), "it is not asked yet"));
  CHECK(log.count({"review_failed", "it is not asked yet"}) == 6);
}

TEST_CASE_FIXTURE(server_fixture, "the listener starts with the first claim, and is tried again after a failure") {
  int starts = 0;
  options.listen = [&starts]() -> base::result<void> {
    if (++starts == 1) return base::fail(base::error_code::already_exists, "port 9680 is in use");
    return {};
  };
  start();
  CHECK(starts == 0);
  CHECK(ask<webhooks_claimed>(server, claim_webhooks{{}, "web", owner, {}, {}}).refused.empty());
  CHECK(starts == 0);
  CHECK(claim().refused.at("a.sh").message
        == "hook 'a.sh' binds kubernetesValidating 'a.b.c', but webhooks are not served: port 9680 is in use");
  CHECK(claim().refused.empty());
  CHECK(claim().refused.empty());
  CHECK(starts == 2);
}

TEST_CASE_FIXTURE(server_fixture, "without webhooks the end has not to wait for reviews") {
  start();
  const auto at_once = ask_later<reviews_drained>(server, drain_reviews{});
  run();
  CHECK(at_once.has_come());
  claim_and_open();
  const auto drained = ask_later<reviews_drained>(server, drain_reviews{});
  run();
  CHECK_FALSE(drained.has_come());
  advance(5s);
  CHECK(drained.has_come());
}

TEST_CASE_FIXTURE(server_fixture, "a review that hangs keeps the end waiting for a bounded time") {
  start();
  claim_and_open();
  const auto got = send();
  const auto drained = ask_later<reviews_drained>(server, drain_reviews{{}, 4s});
  advance(3999ms);
  CHECK_FALSE(drained.has_come());
  CHECK(has(send(), "the operator stops"));
  advance(1ms);
  CHECK(drained.has_come());
}

namespace {

/// The WEBHOOK SERVER with a conversion that is under way.
struct converting_fixture : server_fixture {
  slot converted;

  void begin() {
    start();
    claim_and_open();
    core::bindings::conversion_binding x;
    x.name = "tabs";
    x.definition = "tabs.x.io";
    x.steps = {{"v1", "v2", {}}};
    const core::webhooks::hook_conversion conversion{"a.sh",
                                                     std::make_shared<const core::bindings::conversion_binding>(x)};
    CHECK(ask<conversions_claimed>(server, claim_conversions{{}, "web", owner, {conversion}, {}}).why_not.empty());
    sys::http::server_request asked{.method = "POST", .path = "/tabs.x.io"};
    asked.content_type = "application/json";
    asked.body = R"({"apiVersion":"apiextensions.k8s.io/v1","kind":"ConversionReview","request":{"uid":"c",)"
                 R"("desiredAPIVersion":"x.io/v2","objects":[{"apiVersion":"x.io/v1","kind":"Tab","metadata":{}}]}})";
    converted = send(asked);
    REQUIRE(script.conversions.size() == 1);
  }
};

} // namespace

TEST_CASE_FIXTURE(converting_fixture, "the last review does not end the wait for a conversion that is under way") {
  begin();
  const auto reviewed = send();
  const auto drained = ask_later<reviews_drained>(server, drain_reviews{{}, 4s});
  advance(2s);
  answer_next();
  CHECK(has(reviewed, "\"allowed\":true"));
  CHECK_FALSE(converted->has_value());
  CHECK_FALSE(drained.has_come());
  advance(2s);
  CHECK(drained.has_come());
}

TEST_CASE_FIXTURE(converting_fixture, "the end of the last conversion ends the wait") {
  begin();
  const auto drained = ask_later<reviews_drained>(server, drain_reviews{{}, 4s});
  advance(2s);
  CHECK_FALSE(drained.has_come());
  answer_next();
  CHECK(has(converted, "Hook failed to convert"));
  CHECK(drained.has_come());
}

TEST_CASE_FIXTURE(server_fixture,
                  "a review that comes again while the first is under way gets the answer of the first") {
  start();
  claim_and_open();
  const auto same = review();
  const auto first = send(same);
  const auto again = send(same);
  const auto of_stranger = send(same, "192.0.2.66");
  CHECK(script.asked.size() == 2);
  CHECK_FALSE(again->has_value());
  answer_next();
  CHECK(has(first, R"("allowed":true)"));
  CHECK(has(again, R"("allowed":true)"));
  CHECK_FALSE(of_stranger->has_value());
}

TEST_CASE_FIXTURE(server_fixture, "a review that comes again in less time has its own deadline") {
  start();
  claim_and_open();
  auto same = review();
  same.query["timeout"] = "30s";
  const auto first = send(same);
  same.query["timeout"] = "1s";
  const auto again = send(same);
  advance(1s);
  CHECK(has(again, R"("code":504)"));
  CHECK_FALSE(first->has_value());
  answer_next();
  CHECK(has(first, R"("allowed":true)"));
}

TEST_CASE_FIXTURE(server_fixture, "a review that comes again after its answer is marked for its hook") {
  start();
  claim_and_open();
  const auto same = review();
  send(same);
  answer_next();
  const auto again = send(same);
  REQUIRE(script.asked.size() == 2);
  CHECK_FALSE(script.asked[0].is_repeated);
  CHECK(script.asked[1].is_repeated);
  answer_next();
  CHECK(has(again, R"("allowed":true)"));
  advance(2min);
  send(same);
  CHECK_FALSE(script.asked.at(2).is_repeated);
}

TEST_CASE_FIXTURE(server_fixture, "a review that is longer than the user allows is refused before it is read") {
  options.review_bytes_max = 300;
  start();
  claim_and_open();
  auto longer = review();
  longer.body.insert(longer.body.size() - 2, 300, ' ');
  const auto got = send(std::move(longer));
  REQUIRE(got->has_value());
  CHECK((*got)->status == 413);
  CHECK(has(got, " bytes, 300 are allowed"));
  CHECK(script.asked.empty());
  send();
  CHECK(script.asked.size() == 1);
}
