#include "trace/event.hpp"

#include <doctest/doctest.h>

TEST_CASE("a fact is found by its name, and an absent fact is an empty text") {
  const trace::event x{.type = {"task_run"},
                       .facts = {{"module", "web"}, {"queue", ""}, trace::fact::named("not of the program", "1")}};
  CHECK(x.fact("module") == "web");
  CHECK(x.fact("queue") == "");
  CHECK(x.fact("hook") == "");
  CHECK(x.fact_named("not of the program") == "1");
  CHECK(x.fact_named("module") == "web");
  CHECK(x.fact_named("") == "");
}

TEST_CASE("events are equal if all of their fields are") {
  const trace::event x{.id = 1, .type = {"task_run"}, .facts = {{"module", "web"}}, .changes = {{"a", "1", "2"}}};
  auto other = x;
  CHECK(other == x);
  other.facts.front().text = "db";
  CHECK(other != x);
  other = x;
  other.changes.front().effective = false;
  CHECK(other != x);
  other = x;
  other.also = {1};
  CHECK(other != x);
}
