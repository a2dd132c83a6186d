#include "kube/transport/growing_delay.hpp"

#include <doctest/doctest.h>

TEST_SUITE_BEGIN("kube/growing_delay");

using namespace std::chrono_literals;

TEST_CASE("delays double up to the limit and stay in their upper half") {
  kube::transport::growing_delay delay({.first = 100ms, .longest = 1000ms}, 7);
  for (auto full : {100ms, 200ms, 400ms, 800ms, 1000ms, 1000ms}) {
    const auto time = delay.next();
    CHECK_GE(time, full / 2);
    CHECK_LE(time, full);
  }
}

TEST_CASE("a thousand failures overflow nothing, and a success forgets them") {
  kube::transport::growing_delay delay({.first = 800ms, .longest = 30s}, 7);
  for (int i = 0; i < 1000; ++i) CHECK_LE(delay.next(), 30s);
  delay.reset();
  CHECK_LE(delay.next(), 800ms);
}

TEST_CASE("the same seed gives the same delays, another one others") {
  kube::transport::growing_delay a({}, 1);
  kube::transport::growing_delay b({}, 1);
  kube::transport::growing_delay c({}, 2);
  const auto first = a.next();
  CHECK_EQ(first, b.next());
  CHECK_NE(first, c.next());
}

TEST_SUITE_END();
