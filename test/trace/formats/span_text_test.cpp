#include "trace/formats/span_text.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <string>
#include <vector>

using trace::event;
using trace::formats::timeline_result;

namespace {

std::string lane(const event& x) {
  const auto found = trace::formats::lane_of(x);
  return std::string(found.group) + "/" + found.name;
}

event request(const char* method, const char* status) {
  return {.id = 1,
          .type = trace::trace_span::http_request,
          .summary = "a request",
          .duration_us = 1,
          .facts = {{"method", method}, {"status", status}}};
}

} // namespace

TEST_CASE("each event that is shown has a lane, and others have none") {
  CHECK(lane({.type = {"object_changed"}}) == "Causes/objects");
  CHECK(lane({.type = {"resources_absent"}}) == "Causes/objects");
  CHECK(lane({.type = {"config_changed"}}) == "Causes/ConfigMap");
  CHECK(lane({.type = {"schedule_fired"}}) == "Causes/ticks");
  CHECK(lane({.type = {"start_operator"}}) == "Causes/operator");
  CHECK(lane({.type = {"run_wanted"}}) == "Causes/operator");
  CHECK(lane({.type = trace::trace_span::values_commit}) == "Causes/values");
  CHECK(lane({.type = trace::trace_span::hook, .facts = {{"module", "web"}}}) == "Modules/web");
  CHECK(lane({.type = trace::trace_span::hook}) == "Modules/global hooks");
  CHECK(lane({.type = trace::trace_span::enabled_script, .facts = {{"module", "web"}}}) == "Modules/web");
  CHECK(lane({.type = trace::trace_span::review, .facts = {{"binding", "a.b.c"}}}) == "Reviews/a.b.c");
  CHECK(lane({.type = trace::trace_span::helm, .facts = {{"module", "web"}}}) == "Modules/web");
  CHECK(lane({.type = trace::trace_span::helm}) == "Modules/releases");
  CHECK(lane({.type = trace::trace_span::http_request}) == "API/requests");
  CHECK(lane({.type = trace::trace_span::object_operation}) == "API/objects of hooks");
  CHECK(lane({.type = {"append_task"}}) == "/");
}

TEST_CASE("lanes are in the order of their groups, and within a group known names come before modules") {
  std::vector<trace::formats::lane_name> lanes{
    {"API", "requests"}, {"Modules", "a"},      {"Modules", "global hooks"}, {"Queues", "extra"},
    {"Queues", "main"},  {"Queues", "reloads"}, {"Causes", "objects"},       {"Causes", "operator"}};
  std::sort(lanes.begin(), lanes.end());
  std::string text;
  for (const auto& x : lanes) text += std::string(x.group) + "/" + x.name + " ";
  CHECK(text
        == "Causes/operator Causes/objects Queues/reloads Queues/main Queues/extra Modules/global hooks Modules/a "
           "API/requests ");
}

TEST_CASE("an answer that a step expects is no failure") {
  struct row {
    const char* method;
    const char* status;
    timeline_result result;
  };
  for (const auto& r : {row{"GET", "200", timeline_result::done}, row{"GET", "404", timeline_result::done},
                        row{"DELETE", "404", timeline_result::done}, row{"PATCH", "404", timeline_result::failed},
                        row{"POST", "409", timeline_result::done}, row{"PUT", "409", timeline_result::done},
                        row{"GET", "409", timeline_result::failed}, row{"GET", "410", timeline_result::done},
                        row{"PUT", "410", timeline_result::failed}, row{"GET", "500", timeline_result::failed},
                        row{"GET", "", timeline_result::done}, row{"GET", "302", timeline_result::done}}) {
    CAPTURE(r.method);
    CAPTURE(r.status);
    CHECK(trace::formats::result_of(request(r.method, r.status)) == r.result);
  }
}

TEST_CASE("the result of a span is that of its work") {
  using trace::formats::result_of;
  using namespace trace::trace_span;
  CHECK(result_of({.type = task, .duration_us = 1, .facts = {{"outcome", "done"}}}) == timeline_result::done);
  CHECK(result_of({.type = task, .duration_us = 1, .facts = {{"outcome", "failed"}}}) == timeline_result::failed);
  CHECK(result_of({.type = task, .duration_us = 1, .facts = {{"outcome", "postponed"}}}) == timeline_result::put_off);
  CHECK(result_of({.type = helm, .facts = {{"operation", "upgrade"}}}) == timeline_result::done);
  CHECK(result_of({.type = helm, .facts = {{"operation", "skip"}}}) == timeline_result::unchanged);
  CHECK(result_of({.type = helm, .facts = {{"operation", "render"}}}) == timeline_result::unchanged);
  CHECK(result_of({.type = helm, .facts = {{"outcome", "held"}}}) == timeline_result::put_off);
  CHECK(result_of({.type = enabled_script, .facts = {{"enabled", "false"}}}) == timeline_result::unchanged);
  CHECK(result_of({.type = enabled_script, .facts = {{"enabled", "true"}}}) == timeline_result::done);
  CHECK(result_of({.type = {"config_changed"}, .facts = {{"unused_sections", "web"}}}) == timeline_result::failed);
  CHECK(result_of({.type = {"object_changed"}}) == timeline_result::event);
  CHECK(result_of({.type = hook, .duration_us = 1}) == timeline_result::done);
}

TEST_CASE("a span has a short label, and its reasons below") {
  using trace::formats::label_of;
  using trace::formats::label_of_task;
  CHECK(label_of_task({.facts = {{"task", "ModuleRun"}, {"module", "web"}}}) == "run web");
  CHECK(label_of_task({.facts = {{"task", "ModuleDelete"}, {"module", "web"}}}) == "delete web");
  CHECK(label_of_task({.facts = {{"task", "ModuleHookRun"}, {"module", "web"}, {"hook", "a.sh"}, {"binding", "pods"}}})
        == "web: a.sh pods");
  CHECK(label_of_task({.facts = {{"task", "GlobalHookRun"}, {"hook", "a.sh"}, {"binding", "pods"}}}) == "a.sh pods");
  CHECK(label_of({.type = {"object_changed"}, .facts = {{"event", "Added"}, {"kind", "Pod"}, {"name", "p"}}})
        == "Added Pod p");
  CHECK(label_of({.type = trace::trace_span::values_commit, .facts = {{"revision", "7"}}}) == "values, revision 7");
  CHECK(label_of({.type = {"start_operator"}}) == "the operator was started");
  CHECK(label_of({.type = {"start_operator"}, .summary = "own words"}) == "own words");
  CHECK(trace::formats::text_of_span({.type = {"stop_operator"}}) == "the operator was stopped");
  using lines = std::vector<std::string>;
  CHECK((trace::formats::details_of_span(
           {.type = trace::trace_span::hook,
            .facts = {{"error", "exit 1"}, {"reason", "why"}, {"by", "hook 'a'"}, {"for", "main"}}})
         == lines{"why", "exit 1", "by hook 'a'", "for main"}));
  CHECK(trace::formats::details_of_span({.type = trace::trace_span::hook}).empty());
}

TEST_CASE("events from outside have no earlier cause, and links stand between tasks") {
  for (const trace::event_type type : {trace::event_type("object_changed"), trace::event_type("config_changed"),
                                       trace::event_type("schedule_fired"), trace::event_type("stop_operator")}) {
    CHECK(trace::formats::is_from_outside({.type = type}));
    CHECK(!trace::formats::is_link({.type = type}));
  }
  for (const trace::event_type type : {trace::event_type("resources_absent"), trace::event_type("run_wanted")}) {
    CHECK(trace::formats::is_link({.type = type}));
    CHECK(!trace::formats::is_from_outside({.type = type}));
  }
  CHECK(!trace::formats::is_link({.type = {"append_task"}}));
}
