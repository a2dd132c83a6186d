#include "core/modules/event_wait.hpp"

#include <doctest/doctest.h>

using core::modules::event_wait;

namespace {

constexpr std::int64_t after_patience = std::chrono::microseconds(event_wait::patience).count();

} // namespace

TEST_CASE("a task that was put off is requested once") {
  event_wait x;
  const auto first = x.put_off(0);
  CHECK(x.take_due(first));
  CHECK_FALSE_MESSAGE(x.take_due(first), "its patience is over later");
  const auto second = x.put_off(1);
  CHECK_FALSE(x.take_due(first));
  x.end();
  CHECK_FALSE_MESSAGE(x.take_due(second), "the task has gone on meanwhile");
}

TEST_CASE("a task is not put off for ever") {
  event_wait x;
  CHECK_FALSE(x.is_over(after_patience));
  SUBCASE("by time") {
    CHECK(x.put_off(7) > 0);
    CHECK_FALSE(x.is_over(7 + after_patience - 1));
    CHECK(x.is_over(7 + after_patience));
  }
  SUBCASE("by later events again and again") {
    for (unsigned i = 0; i < event_wait::waits_max; ++i) {
      CHECK_FALSE(x.is_over(i));
      CHECK(x.take_due(x.put_off(i)));
    }
    CHECK(x.is_over(event_wait::waits_max));
  }
  x.end();
  CHECK_FALSE_MESSAGE(x.is_over(after_patience), "a later task has its own patience");
}
