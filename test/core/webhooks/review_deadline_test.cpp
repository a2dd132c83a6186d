#include "core/webhooks/review_deadline.hpp"

#include <doctest/doctest.h>

using namespace std::chrono_literals;

TEST_CASE("a part of the API server's patience is kept for the way of the answer") {
  using core::webhooks::time_for_answer;
  CHECK(*time_for_answer("10s") == 9500ms);
  CHECK(*time_for_answer("1s") == 800ms);
  CHECK(*time_for_answer("100ms") == 50ms);
  CHECK(*time_for_answer("") == 28500ms);
  CHECK(*time_for_answer("5m") == 28500ms);
  CHECK_FALSE(time_for_answer("soon"));
  CHECK_FALSE(time_for_answer("-1s"));
}

TEST_CASE("a process gets SIGTERM and SIGKILL before the answer must be there") {
  using namespace core::webhooks;
  for (const auto left : {10ms, 800ms, 9500ms}) CHECK(time_for_process(left) + time_after_sigterm(left) <= left);
  CHECK(time_for_process(9500ms) == 9300ms);
  CHECK(time_for_process(0ms) == 0ms);
}
