#include "core/webhooks/failure_lines.hpp"

#include <doctest/doctest.h>

using core::webhooks::failure_lines;

namespace {

constexpr std::int64_t second = 1'000'000;

failure_lines::kind of(const std::string& hook, const std::string& reason = "timeout") {
  return {"review_failed", "web", hook, reason};
}

/// The number of lines for so many failures at the same time.
std::size_t lines(failure_lines& x, const failure_lines::kind& kind, std::int64_t now_us, int failures) {
  std::size_t count = 0;
  for (int i = 0; i < failures; ++i)
    if (x.note(kind, now_us)) ++count;
  return count;
}

} // namespace

TEST_CASE("the first failures of a kind have lines, and the rest of the minute is counted") {
  failure_lines x;
  CHECK_FALSE(x.due_us());
  CHECK(lines(x, of("a"), 0, 3) == 3);
  CHECK_FALSE(x.due_us());
  CHECK(lines(x, of("a"), 10 * second, 1000) == 2);
  CHECK(x.due_us() == 60 * second);
  CHECK(x.take(60 * second - 1).empty());
  const auto taken = x.take(60 * second);
  REQUIRE(taken.size() == 1);
  CHECK(taken[0].of == of("a"));
  CHECK(taken[0].failures == 998);
  CHECK(x.take(61 * second).empty());
  CHECK_FALSE(x.due_us());
}

TEST_CASE("each hook and each reason has lines of its own") {
  failure_lines x;
  CHECK(lines(x, of("a"), 0, 100) == failure_lines::lines_max);
  CHECK(lines(x, of("b"), second, 100) == failure_lines::lines_max);
  CHECK(lines(x, of("a", "unavailable"), 2 * second, 100) == failure_lines::lines_max);
  CHECK(x.take(61 * second).size() == 2);
  CHECK(x.due_us() == 62 * second);
  CHECK(x.take(62 * second).size() == 1);
}

TEST_CASE("the next minute begins with lines again, and no failure is forgotten") {
  failure_lines x;
  CHECK(lines(x, of("a"), 0, 5) == 5);
  CHECK(lines(x, of("a"), 60 * second, 6) == 5);
  // The count was not asked for yet.
  CHECK(lines(x, of("a"), 500 * second, 1) == 0);
  CHECK(x.take(500 * second).at(0).failures == 2);
  CHECK(lines(x, of("a"), 500 * second, 1) == 1);
}
