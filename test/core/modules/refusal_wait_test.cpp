#include "core/modules/refusal_wait.hpp"

#include <doctest/doctest.h>

#include <chrono>
#include <cstdint>
#include <vector>

using core::modules::refusal_wait;
using namespace std::chrono_literals;

namespace {

/// A time of the test, in seconds since its beginning.
std::int64_t at(std::chrono::seconds x) {
  return std::chrono::microseconds(x).count();
}

refusal_wait::retry refuse(refusal_wait& x) {
  x.hooks_refused();
  return x.refuse();
}

} // namespace

TEST_CASE("the waits of refused hooks are doubled up to half an hour") {
  const std::vector<std::chrono::seconds> waits{30s, 1min, 2min, 4min, 8min, 16min, 30min, 30min};
  for (std::size_t i = 0; i < waits.size(); ++i) CHECK_EQ(core::modules::retry_of_refused(i).count(), waits[i].count());
  CHECK_EQ(core::modules::retry_of_refused(UINT64_MAX).count(), std::chrono::seconds(30min).count());
}

TEST_CASE("a try that has waited for its time doubles the next wait") {
  refusal_wait x;
  auto retry = refuse(x);
  CHECK(retry.wait == 30s);
  CHECK(x.take_due(retry.number));
  retry = refuse(x);
  CHECK(retry.wait == 1min);
  CHECK(x.take_due(retry.number));
  CHECK(refuse(x).wait == 2min);
  x.configured();
  CHECK(refuse(x).wait == 30s);
}

TEST_CASE("a try is not due any more when a later refusal has come") {
  refusal_wait x;
  const auto first = refuse(x);
  const auto second = refuse(x);
  CHECK_FALSE(x.take_due(first.number));
  CHECK(x.take_due(second.number));
}

TEST_CASE("early tries are kept apart, and bring no longer waits") {
  refusal_wait x;
  CHECK(x.ask(at(0s)).is_allowed);
  static_cast<void>(refuse(x));
  // The first early try comes at once, and is refused, too.
  CHECK(x.ask(at(1s)).is_allowed);
  CHECK(refuse(x).wait == 30s);
  const auto early = x.ask(at(2s));
  CHECK_FALSE(early.is_allowed);
  REQUIRE(early.later);
  CHECK(early.later->wait == 4s);
  const auto again = x.ask(at(3s));
  CHECK_FALSE(again.is_allowed);
  CHECK_FALSE_MESSAGE(again.later, "it is remembered already");
  CHECK(x.take_due(early.later->number));
  CHECK(x.ask(at(6s)).is_allowed);
  CHECK_MESSAGE(refuse(x).wait == 30s, "it has not waited for its time");
}

TEST_CASE("hooks that have configured, or whose module is off, are asked at once") {
  refusal_wait x;
  const auto refused_twice = [&] {
    static_cast<void>(refuse(x));
    CHECK(x.ask(at(1s)).is_allowed);
    static_cast<void>(refuse(x));
    CHECK_FALSE(x.ask(at(2s)).is_allowed);
  };
  refused_twice();
  x.configured();
  CHECK(x.ask(at(2s)).is_allowed);
  x.forget();
  CHECK(x.ask(at(2s)).is_allowed);
}

TEST_CASE("definitions that are refused do not keep hooks from being asked") {
  refusal_wait x;
  CHECK(x.refuse().wait == 30s);
  CHECK(x.ask(at(0s)).is_allowed);
  CHECK(x.ask(at(0s)).is_allowed);
}
