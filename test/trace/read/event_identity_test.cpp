#include "trace/read/event_identity.hpp"

#include <doctest/doctest.h>

using trace::read::identity_of;

TEST_CASE("the same work of two rounds has one identity, whatever its time, revision, values and end") {
  const trace::event first{.id = 1,
                           .time_us = 1,
                           .type = trace::trace_span::values_commit,
                           .facts = {{"source", "hook"}, {"hook", "a.sh"}, {"revision", "2"}, {"outcome", "done"}},
                           .changes = {{"global.at", "1", "2"}}};
  auto second = first;
  second.id = 9;
  second.time_us = 9;
  second.facts = {{"source", "hook"}, {"hook", "a.sh"}, {"revision", "7"}, {"outcome", "failed"}};
  second.changes = {{"global.at", "2", "3"}};
  CHECK(identity_of(first) == identity_of(second));
}

TEST_CASE("other work has another identity") {
  const trace::event run{.type = {"execute_task"}, .facts = {{"task", "ModuleRun"}, {"module", "web"}}};
  auto other = run;
  other.facts = {{"task", "ModuleRun"}, {"module", "db"}};
  CHECK(identity_of(run) != identity_of(other));
  other = run;
  other.type = {"run_hook"};
  CHECK(identity_of(run) != identity_of(other));
  CHECK(identity_of({.type = {"schedule_fired"}, .summary = "@daily"})
        != identity_of({.type = {"schedule_fired"}, .summary = "@hourly"}));
  const trace::event commit{.type = trace::trace_span::values_commit, .changes = {{"a.b", {}, "1"}}};
  auto of_other_key = commit;
  of_other_key.changes = {{"a.c", {}, "1"}};
  CHECK(identity_of(commit) != identity_of(of_other_key));
}
