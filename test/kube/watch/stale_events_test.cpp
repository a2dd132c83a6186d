#include "kube/watch/stale_events.hpp"

#include <doctest/doctest.h>

TEST_CASE("events up to the version of an answer are passed over, the one that reaches it is not") {
  kube::watch::stale_events lag;
  CHECK(lag.on_event("5"));
  CHECK(lag.on_answer("8"));
  CHECK(lag.is_behind());
  CHECK_FALSE(lag.on_event("7"));
  CHECK(lag.is_behind());
  CHECK(lag.on_event("8"));
  CHECK_FALSE(lag.is_behind());
}

TEST_CASE("an answer that shows what the watch has shown does not put the watch behind") {
  kube::watch::stale_events lag;
  CHECK(lag.on_event("5"));
  CHECK(lag.on_answer("5"));
  CHECK_FALSE(lag.is_behind());
}

TEST_CASE("an answer that is older than an event or another answer is passed over") {
  kube::watch::stale_events lag;
  CHECK(lag.on_event("5"));
  CHECK_FALSE(lag.on_answer("4"));
  CHECK(lag.on_answer("9"));
  CHECK_FALSE(lag.on_answer("8"));
  CHECK_FALSE(lag.on_event("6"));
  CHECK_FALSE(lag.on_event("8"));
}

TEST_CASE("an object that is gone and comes again is as the watch shows it") {
  kube::watch::stale_events lag;
  CHECK(lag.on_event("5"));
  CHECK(lag.on_answer("8"));
  lag.forget_answers();
  CHECK_FALSE(lag.is_behind());
  CHECK(lag.on_event("7"));
}

TEST_CASE("what an answer has shown is forgotten with a list that is newer, and holds against one that is older") {
  kube::watch::stale_events lag;
  CHECK(lag.on_event("5"));
  CHECK(lag.on_answer("8"));
  lag.on_list("7");
  CHECK(lag.is_behind());
  lag.on_list("1000");
  CHECK_FALSE(lag.is_behind());
  CHECK(lag.on_event("6"));
}

TEST_CASE("after a lost history lower versions are the newer ones, of events and of answers") {
  kube::watch::stale_events lag;
  CHECK(lag.on_event("50"));
  CHECK(lag.on_answer("80"));
  lag.on_lost_history();
  CHECK_FALSE(lag.is_behind());
  CHECK(lag.on_answer("8"));
  CHECK(lag.on_event("9"));
}
