// A run in which each event has the event before as its cause, as of a module that sets off itself for days.
// A reader that climbs the chain from each event takes the square of it: minutes, where a single pass takes a
// second.
#include "trace/formats/timeline.hpp"
#include "trace/read/order_rules.hpp"
#include "trace/read/run_diff.hpp"
#include "trace/read/run_report.hpp"
#include "trace/read/why.hpp"

#include <doctest/doctest.h>

#include <string>

namespace {

std::vector<trace::event> chain(std::size_t count, std::size_t tasks) {
  const trace::event_type types[] = {trace::trace_span::values_commit, trace::trace_span::hook, "stream_lines",
                                     trace::trace_span::helm, "config_changed"};
  std::vector<trace::event> events(count);
  for (std::size_t i = 0; i < count; ++i) {
    auto& x = events[i];
    x.id = i + 1;
    x.cause = i;
    x.time_us = static_cast<std::int64_t>(10 * i);
    x.type = types[i % std::size(types)];
    x.duration_us = 5;
    x.facts = {{"module", "web"}, {"outcome", "failed"}, {"hook", "hooks/" + std::to_string(i) + ".sh"}};
    if (tasks == 0 || i % (count / tasks) != 0) continue;
    x.type = {"execute_task"};
    x.sender = "queue main";
    x.facts = {{"module", "web"}, {"queue", "main"}, {"task", "ModuleRun"}};
  }
  return events;
}

} // namespace

TEST_CASE("a chain of very many causes is told by all commands") {
  for (const std::size_t tasks : {0, 10, 10'000}) {
    CAPTURE(tasks);
    const trace::read::recorded_run run(chain(60'000, tasks));
    CHECK((run.request_of(run.events().back()) == nullptr) == (tasks == 0));
    CHECK_FALSE(trace::read::run_report(run, {}).empty());
    static_cast<void>(trace::read::first_broken_order(run));
    CHECK(trace::formats::timeline_of(run).spans.size() > 10'000);
    static_cast<void>(trace::read::run_diff(run, run));
    CHECK(trace::read::why(run, {.what = trace::read::why_question::about::value, .name = "a"}).has_value() == false);
  }
}

TEST_CASE("the nearest of an event and its causes is found for all at once") {
  auto events = chain(100, 10);
  events[50].cause = 0;
  const trace::read::recorded_run run(events);
  const auto requests = run.nearest(trace::read::is_request_of_queue);
  for (const auto& x : run.events()) {
    const auto* at = &x;
    while (at != nullptr && !trace::read::is_request_of_queue(*at)) at = run.cause_of(*at);
    CHECK(requests[run.index_of(x)] == at);
  }
}
