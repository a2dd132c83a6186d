#include "core/tasks/queue_pause.hpp"

#include <doctest/doctest.h>

using core::tasks::queue_pause;

TEST_CASE("no task begins while a person holds the queue") {
  queue_pause pause;
  CHECK(pause.may_begin());
  pause.pause("since 03:00, by root");
  CHECK_FALSE(pause.may_begin());
  CHECK(pause.is_paused());
  CHECK(pause.why() == "since 03:00, by root");
  pause.pause(std::nullopt);
  CHECK(pause.may_begin());
  CHECK(pause.why() == "");
}

TEST_CASE("the end of a pause ends no drain") {
  queue_pause pause;
  pause.drain();
  CHECK_FALSE(pause.is_paused());
  pause.pause("by root");
  pause.pause(std::nullopt);
  CHECK(pause.is_draining());
  CHECK_FALSE(pause.may_begin());
}
