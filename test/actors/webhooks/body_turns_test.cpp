#include "actors/webhooks/body_turns.hpp"

#include "webhook_server_fixture.hpp"

using namespace std::chrono_literals;
using test::has, test::server_fixture;

namespace {

/// A review with a long body of at least this number of bytes.
sys::http::server_request long_review(server_fixture& x, std::size_t bytes) {
  auto made = x.review();
  made.body.insert(made.body.size() - 2, bytes, ' ');
  return made;
}

constexpr std::size_t some = 2 * core::webhooks::body_line::short_max;

} // namespace

TEST_CASE_FIXTURE(server_fixture, "a short review waits for no long body, and long bodies come one at a time") {
  start();
  claim_and_open();
  for (int i = 0; i < 36; ++i) CHECK_FALSE(send(long_review(*this, some), "192.0.2." + std::to_string(i))->has_value());
  CHECK(script.asked.empty());
  const auto got = send(review(), "198.51.100.1");
  REQUIRE(script.asked.size() == 1);
  CHECK(script.asked[0].review->client.address == "198.51.100.1");
  answer_next();
  CHECK(has(got, R"("allowed":true)"));
  for (std::size_t turn = 1; turn <= 36; ++turn) {
    advance(actors::webhooks::body_turns::rest);
    CHECK(script.asked.size() == 1 + turn);
  }
  advance(1s);
  CHECK(script.asked.size() == 37);
}

TEST_CASE_FIXTURE(server_fixture, "long bodies of an address wait behind the bodies of other addresses") {
  start();
  claim_and_open();
  for (int i = 0; i < 4; ++i) send(long_review(*this, some), "192.0.2.66");
  send(long_review(*this, some), "192.0.2.1");
  advance(1s);
  std::string order;
  for (const auto& x : script.asked) order += x.review->client.address == "192.0.2.1" ? '1' : '6';
  // The turn of the first was given when it was alone.
  CHECK(order == "61666");
}

TEST_CASE_FIXTURE(server_fixture, "a long body that comes after a calm is read, too") {
  start();
  claim_and_open();
  for (std::size_t i = 1; i <= 3; ++i) {
    const auto got = send(long_review(*this, some));
    advance(10ms);
    REQUIRE(script.asked.size() == i);
    answer_next();
    CHECK(has(got, R"("allowed":true)"));
  }
}
