#include "core/modules/loop_backoff.hpp"

#include <doctest/doctest.h>

#include <chrono>
#include <vector>

using core::modules::loop_backoff;
using namespace std::chrono_literals;

namespace {

constexpr auto itself = loop_backoff::cause::itself;
constexpr auto outside = loop_backoff::cause::outside;

/// The pauses after this number of rounds, each of which makes a further round necessary; zero: at once.
std::vector<std::chrono::seconds> pauses_of(loop_backoff& x, unsigned rounds, loop_backoff::cause first) {
  std::vector<std::chrono::seconds> pauses;
  for (unsigned i = 0; i < rounds; ++i) {
    x.begin(i == 0 ? first : itself, 0);
    const auto pause = x.wants_again();
    pauses.push_back(pause ? pause->wait : 0s);
  }
  return pauses;
}

} // namespace

TEST_CASE("five rounds follow each other at once, then each round waits twice as long, up to five minutes") {
  loop_backoff x;
  CHECK(pauses_of(x, 13, outside)
        == std::vector<std::chrono::seconds>{0s, 0s, 0s, 0s, 5s, 10s, 20s, 40s, 80s, 160s, 300s, 300s, 300s});
  CHECK(x.rounds() == 13);
}

TEST_CASE("a reason from outside ends the pauses, and the rounds go on being counted") {
  loop_backoff x;
  static_cast<void>(pauses_of(x, 8, outside));
  CHECK(pauses_of(x, 6, outside) == std::vector<std::chrono::seconds>{0s, 0s, 0s, 0s, 5s, 10s});
  CHECK(x.rounds() == 14);
}

TEST_CASE("work that has come to rest begins anew") {
  loop_backoff x;
  static_cast<void>(pauses_of(x, 8, outside));
  x.begin(itself, 0);
  x.rested();
  CHECK(x.rounds() == 0);
  CHECK(pauses_of(x, 5, outside) == std::vector<std::chrono::seconds>{0s, 0s, 0s, 0s, 5s});
}

TEST_CASE("a pause that another round has cut short is not due any more") {
  loop_backoff x;
  static_cast<void>(pauses_of(x, 4, outside));
  x.begin(itself, 0);
  const auto first = x.wants_again();
  REQUIRE(first);
  CHECK(x.is_due(first->number));
  x.begin(outside, 0);
  CHECK_FALSE(x.is_due(first->number));
  static_cast<void>(pauses_of(x, 4, itself));
  x.begin(itself, 0);
  const auto second = x.wants_again();
  REQUIRE(second);
  CHECK_FALSE(x.is_due(first->number));
  CHECK(x.is_due(second->number));
  x.rested();
  CHECK_FALSE(x.is_due(second->number));
}

TEST_CASE("the time counts from the start of the first round that did not come to rest") {
  loop_backoff x;
  x.begin(outside, 1'000'000);
  static_cast<void>(x.wants_again());
  x.begin(itself, 20'000'000);
  static_cast<void>(x.wants_again());
  CHECK(x.lasts(31'000'000) == 30s);
  x.rested();
  x.begin(outside, 40'000'000);
  CHECK(x.lasts(41'000'000) == 1s);
}
