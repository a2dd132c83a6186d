#include "core/modules/object_wait.hpp"

#include <doctest/doctest.h>

using core::modules::object_wait;
using effect = object_wait::effect;
using task = object_wait::task;

TEST_CASE("a run goes on when its objects are known") {
  object_wait x;
  x.begin(task::run);
  CHECK(x.known() == effect::none);
  x.begin_waiting();
  CHECK(x.known() == effect::go_on);
  CHECK_MESSAGE(x.known() == effect::none, "it goes on once");
}

TEST_CASE("a run whose objects cannot be known ends, and the next one is asked for when they are") {
  object_wait x;
  x.begin(task::run);
  CHECK_MESSAGE(x.refused() == effect::none, "it does not wait for them");
  x.begin_waiting();
  CHECK(x.refused() == effect::end_task);
  CHECK_MESSAGE(!x.put_off(), "a run has no patience");
  CHECK(x.refused() == effect::none);
  CHECK(x.known() == effect::ask_for_run);
  CHECK(x.known() == effect::none);
}

TEST_CASE("a run that waits gives way to a reload, and a run that works does not") {
  object_wait x;
  x.begin(task::run);
  CHECK_FALSE(x.give_way());
  x.begin_waiting();
  CHECK(x.give_way());
  CHECK_FALSE(x.give_way());
  CHECK(x.known() == effect::none);
}

TEST_CASE("a deletion goes on without its objects when its patience is over") {
  object_wait x;
  x.begin(task::deletion);
  x.begin_waiting();
  CHECK(x.refused() == effect::end_task);
  const auto number = x.put_off();
  REQUIRE(number);
  CHECK_FALSE(x.is_patience_over());
  // Another try does not restart the patience.
  x.begin(task::deletion);
  x.begin_waiting();
  CHECK(x.refused() == effect::end_task);
  CHECK_FALSE(x.put_off());
  CHECK(x.take_end_of_patience(*number));
  CHECK(x.is_patience_over());
  CHECK_FALSE_MESSAGE(x.take_end_of_patience(*number), "it ends once");
  x.begin(task::deletion);
  x.begin_waiting();
  CHECK(x.refused() == effect::go_on);
}

TEST_CASE("a run, or the end of the module, makes the patience of deletions fresh") {
  object_wait x;
  const auto wait_for_end = [&] {
    x.begin(task::deletion);
    x.begin_waiting();
    CHECK(x.refused() == effect::end_task);
    const auto number = x.put_off();
    REQUIRE(number);
    return *number;
  };
  const auto first = wait_for_end();
  x.begin(task::run);
  const auto second = wait_for_end();
  CHECK_FALSE(x.take_end_of_patience(first));
  CHECK(x.take_end_of_patience(second));
  x.forget();
  CHECK_FALSE(x.is_patience_over());
  CHECK(x.known() == effect::none);
  static_cast<void>(wait_for_end());
}

TEST_CASE("the next run may be asked for before any run has begun to wait") {
  object_wait x;
  x.begin(task::run);
  x.await_for_next();
  CHECK(x.known() == effect::ask_for_run);
}
