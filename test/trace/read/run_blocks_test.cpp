#include "trace/read/run_blocks.hpp"

#include "trace/read/made_run.hpp"

#include <doctest/doctest.h>

#include <string>
#include <vector>

using trace::read::made_run;
using trace::read::recorded_run;

namespace {

/// The blocks by the ids of their requests and, behind a slash, of their parts.
std::string blocks(const made_run& made) {
  const recorded_run run(made.events);
  std::string text;
  for (const auto& block : trace::read::blocks_of(run)) {
    text += "[";
    for (const auto* x : block.requests) text += std::to_string(x->id) + " ";
    text += "/";
    for (const auto* x : block.parts) text += " " + std::to_string(x->id);
    for (const auto* x : block.reviews) text += " r" + std::to_string(x->id);
    text += "]";
  }
  return text;
}

} // namespace

TEST_CASE("tries of a task are a block, with the work in them") {
  made_run run;
  const auto ask = run.add({.type = {"append_task"}});
  const auto first = run.module("web", "failed", ask);
  run.add({.cause = first, .type = trace::trace_span::hook});
  run.module("web", "done", ask);
  CHECK(blocks(run) == "[2 6 / 5]");
}

TEST_CASE("a task that another one has asked for belongs to its block, and one with a reason of its own does not") {
  made_run run;
  const auto reload = run.task({{"task", "ConvergeModules"}}, "done");
  const auto ask = run.add({.cause = reload, .type = {"append_task"}});
  run.module("web", "done", ask);
  const auto changed = run.add({.cause = reload, .type = {"values_changed"}});
  run.module("db", "done", changed);
  CHECK(blocks(run) == "[1 5 /][9 /]");
}

TEST_CASE("reviews by a webhook are a block until other work begins, without the runs of their hooks") {
  made_run run;
  const auto review = [&run](const char* webhook) {
    const auto asked = run.add({.receiver = "webhook_server", .type = {"http_asked"}});
    const auto hook = run.add({.cause = asked, .type = trace::trace_span::hook});
    run.add({.cause = hook, .type = trace::trace_span::review, .facts = {{"binding", webhook}}});
  };
  review("a.x.io");
  review("b.x.io");
  review("a.x.io");
  run.module("web");
  review("a.x.io");
  CHECK(blocks(run) == "[/ r3 r9][/ r6][10 /][/ r15]");
}

TEST_CASE("a commit and an edit outside of tasks are blocks without requests, an own write is none") {
  made_run run;
  run.add({.type = trace::trace_span::values_commit});
  run.add({.type = {"config_changed"}});
  const auto write = run.add({.type = {"write_section"}});
  run.add({.cause = write, .type = {"config_changed"}});
  CHECK(blocks(run) == "[/ 1][/ 2]");
  CHECK(blocks({}) == "");
}
