#include "kube/watch/answer_times.hpp"

#include <doctest/doctest.h>

using kube::watch::answer_times;
using namespace std::chrono_literals;

namespace {

constexpr std::int64_t second = 1'000'000;

/// An answer in each second.
answer_times answers_of(std::initializer_list<std::chrono::milliseconds> times) {
  answer_times x;
  std::int64_t now_us = 0;
  for (const auto time : times) x.note(time, now_us += second);
  return x;
}

} // namespace

TEST_SUITE("kube/answer_times") {
  TEST_CASE("a few slow answers among quick ones do not count, and too few answers have no median") {
    CHECK_EQ(answers_of({20ms, 30ms, 9s, 25ms, 20ms}).of_last(5 * second).time, 25ms);
    CHECK_EQ(answers_of({4s, 4s, 20ms, 4s, 4s}).of_last(5 * second).time, 4s);
    CHECK_EQ(answers_of({1s, 2s, 3s, 4s, 5s, 6s}).of_last(6 * second).time, 3s);
    CHECK_EQ(answers_of({4s, 4s, 4s, 4s}).of_last(4 * second).answers, 0);
  }

  TEST_CASE("the last answers count, for some time") {
    answer_times x;
    for (std::int64_t i = 1; i <= 20; ++i) x.note(20ms, i * second);
    CHECK_EQ(x.of_last(20 * second).answers, answer_times::kept_max);
    for (std::int64_t i = 21; i <= 31; ++i) x.note(4s, i * second);
    const auto found = x.of_last(31 * second);
    CHECK_EQ(found.time, 4s);
    CHECK_EQ(found.answers, answer_times::kept_max);
    const auto later_us = 20 * second + answer_times::kept_us;
    CHECK_EQ(x.of_last(later_us).answers, 12);
    CHECK_EQ(x.of_last(later_us + 11 * second).answers, 0);
  }
}
