#include "trace/formats/timeline.hpp"

#include "trace/formats/small_run.hpp"

#include <doctest/doctest.h>

#include <string>
#include <utility>
#include <vector>

using trace::event;
using trace::formats::small_run;

namespace {

std::string told(const trace::formats::timeline& x) {
  std::string text;
  for (const auto& span : x.spans) {
    const auto& lane = x.lanes[span.lane];
    text += lane.group + "/" + lane.name + " +" + std::to_string(span.time_us - x.begin_us) + " "
            + std::to_string(span.duration_us) + " " + name(span.result) + ": " + span.label;
    for (const auto cause : span.causes) text += " < " + std::to_string(cause);
    text += "\n";
  }
  return text;
}

} // namespace

TEST_CASE("a run has lanes with spans, each with what led to it") {
  CHECK(told(small_run())
        == "Causes/objects +0 0 event: Added Pod p</script>\n"
           "Queues/main +1000 700 done: web: h pods < 0\n"
           "Modules/web +1000 600 done: h pods < 1\n"
           "Causes/values +1500 0 event: values, revision 2 < 2\n"
           "Queues/main +2000 200 not ended: run web < 3\n"
           "Modules/web +2100 100 failed: upgrade web < 4\n"
           "API/requests +2150 20 failed: GET /a 404\n");
}

TEST_CASE("what the operator has written to the ConfigMap follows from the hook that wanted it") {
  const auto line = trace::formats::timeline_of(trace::read::recorded_run({
    {.id = 1, .time_us = 1, .type = {"run_hook"}, .facts = {{"module", "web"}, {"hook", "h"}, {"binding", "b"}}},
    {.id = 2, .cause = 1, .time_us = 2, .type = {"write_section"}},
    {.id = 3, .cause = 2, .time_us = 3, .type = {"api_answered"}},
    {.id = 4, .cause = 3, .time_us = 4, .type = {"config_changed"}, .facts = {{"version", "7"}, {"sections", "web"}}},
    {.id = 5,
     .cause = 1,
     .time_us = 1,
     .type = {"hook_run"},
     .duration_us = 5,
     .facts = {{"module", "web"}, {"hook", "h"}, {"binding", "b"}, {"outcome", "done"}}},
    {.id = 6, .time_us = 9, .type = {"config_changed"}, .facts = {{"version", "8"}, {"sections", "web"}}},
  }));
  REQUIRE(line.spans.size() == 3);
  CHECK(line.spans.at(1).text == "the operator wrote the ConfigMap (version 7): web");
  CHECK(line.spans.at(1).causes == std::vector<std::size_t>{0});
  CHECK(line.spans.at(2).text == "the ConfigMap was edited (version 8): web");
  CHECK(line.spans.at(2).causes.empty());
}

TEST_CASE("an edit that cannot be used is a failure, and an object that is not there is an answer") {
  const auto line = trace::formats::timeline_of(trace::read::recorded_run({
    {.id = 1,
     .time_us = 1,
     .type = {"values_commit"},
     .duration_us = 0,
     .facts = {{"source", "ConfigMap"}, {"version", "3"}, {"unused_sections", "web"}, {"revision", "2"}}},
    {.id = 2,
     .time_us = 2,
     .type = {"http_request"},
     .duration_us = 1,
     .facts = {{"method", "GET"}, {"status", "404"}}},
    {.id = 3,
     .time_us = 3,
     .type = {"http_request"},
     .duration_us = 1,
     .facts = {{"method", "PATCH"}, {"status", "404"}}},
    {.id = 4,
     .time_us = 4,
     .type = {"http_request"},
     .duration_us = 1,
     .facts = {{"method", "POST"}, {"status", "409"}}},
    {.id = 5,
     .time_us = 5,
     .type = {"object_operation"},
     .duration_us = 1,
     .facts = {{"kind", "ConfigMap"}, {"name", "a"}, {"outcome", "updated"}}},
    {.id = 6,
     .time_us = 6,
     .type = {"http_request"},
     .duration_us = 1,
     .facts = {{"method", "POST"}, {"status", "403"}}},
  }));
  CHECK(line.spans.at(0).label == "web cannot be used");
  CHECK(line.spans.at(0).result == trace::formats::timeline_result::failed);
  CHECK(line.spans.at(1).result == trace::formats::timeline_result::done);
  CHECK(line.spans.at(2).result == trace::formats::timeline_result::failed);
  CHECK_MESSAGE(line.spans.at(3).result == trace::formats::timeline_result::done, "CreateOrUpdate finds the object");
  CHECK(line.spans.at(4).result == trace::formats::timeline_result::done);
  CHECK(line.spans.at(5).result == trace::formats::timeline_result::failed);
}

TEST_CASE("lanes come group by group") {
  std::string text;
  for (const auto& lane : small_run().lanes) text += lane.group + "/" + lane.name + " ";
  CHECK(text == "Causes/values Causes/objects Queues/main Modules/web API/requests ");
}

TEST_CASE("spans that overlap have rows of their own, and a row is used again") {
  const auto request = [](std::uint64_t id, std::int64_t at, std::int64_t took) {
    return event{.id = id, .time_us = at, .type = {"http_request"}, .summary = "GET /", .duration_us = took};
  };
  const auto line =
    trace::formats::timeline_of(trace::read::recorded_run({request(1, 0, 10), request(2, 5, 10), request(3, 10, 5)}));
  std::vector<std::size_t> rows;
  for (const auto& span : line.spans) rows.push_back(span.row);
  CHECK(rows == std::vector<std::size_t>{0, 1, 0});
  CHECK(line.lanes.at(0).rows == 2);
}

TEST_CASE("all steps of a reload are one span, with the reasons of each of its rounds") {
  std::vector<event> events{{.id = 1, .time_us = 1, .type = {"start_operator"}},
                            {.id = 2, .time_us = 2, .type = {"config_changed"}, .summary = "ConfigMap"}};
  const auto step = [&](std::uint64_t cause, std::vector<std::uint64_t> reasons, const std::string& outcome) {
    const auto id = events.size() + 1;
    const auto time = static_cast<std::int64_t>(id);
    const trace::trace_facts facts{{"task", "ConvergeModules"}, {"queue", "main"}, {"event", "Operator-Startup"}};
    events.push_back(
      {.id = id, .cause = cause, .time_us = time, .sender = "queue main", .type = {"execute_task"}, .facts = facts});
    events.push_back(
      {.id = id + 1, .cause = id, .time_us = time, .type = {"reasons"}, .also = std::move(reasons), .facts = facts});
    events.push_back({.id = id + 2, .cause = id, .time_us = time, .type = {"task_outcome"}});
    events.push_back({.id = id + 3,
                      .cause = id + 2,
                      .time_us = time,
                      .type = {"task_run"},
                      .duration_us = 1,
                      .facts = {{"outcome", outcome}}});
    return id;
  };
  const auto first = step(1, {1}, "continues");
  step(first, {1, 2}, "done");
  CHECK(told(trace::formats::timeline_of(trace::read::recorded_run(events)))
        == "Causes/operator +0 0 event: the operator was started\n"
           "Causes/ConfigMap +1 0 event: ConfigMap\n"
           "Queues/reloads +2 5 done: reload of all modules (Operator-Startup) < 0 < 1\n");
}
