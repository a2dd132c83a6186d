#include "trace/read/recorded_run.hpp"

#include "trace/read/made_run.hpp"

#include <doctest/doctest.h>

#include <string>
#include <vector>

using trace::read::made_run;
using trace::read::recorded_run;

TEST_CASE("events are in the order of their ids, and times count from the start of the run") {
  const recorded_run run({{.id = 3, .time_us = 20}, {.id = 1, .time_us = 30}});
  CHECK(run.events().front().id == 1);
  CHECK(run.first_us() == 20);
  CHECK(run.begin_us() == 20);
  CHECK(recorded_run({{.id = 1, .time_us = 30}}, 10).begin_us() == 10);
  CHECK_MESSAGE(recorded_run({{.id = 1, .time_us = 30}}, 40).begin_us() == 30, "no event comes before the run");
  CHECK(recorded_run({}).events().empty());
}

TEST_CASE("a cause is earlier than its event, and a missing one is none") {
  const recorded_run run({{.id = 2, .cause = 3}, {.id = 3, .cause = 1}, {.id = 4, .cause = 3}});
  CHECK(run.find(9) == nullptr);
  CHECK(run.cause_of(*run.find(2)) == nullptr);
  CHECK(run.cause_of(*run.find(3)) == nullptr);
  CHECK(run.cause_of(*run.find(4)) == run.find(3));
}

TEST_CASE("the causes of an event are its cause, further ones, and those of a note about it, each once") {
  std::vector<trace::event> events{{.id = 1}, {.id = 2}, {.id = 3}};
  events.push_back({.id = 4, .cause = 1, .also = {2, 1, 7, 9}});
  events.push_back({.id = 5, .cause = 4, .type = trace::trace_span::reasons, .also = {3}});
  const recorded_run run(events);
  CHECK((run.causes_of(*run.find(4)) == std::vector{run.find(1), run.find(2), run.find(3)}));
  events.back().facts = {{"task", "ConvergeModules"}};
  const recorded_run reload(events);
  CHECK_MESSAGE((reload.causes_of(*reload.find(4)) == std::vector{reload.find(3)}),
                "the reasons of a round of a reload replace the first ones");
}

TEST_CASE("a task, its request and the work in it are found from each other") {
  made_run made;
  const auto request = made.module("web", "");
  const auto commit = made.add({.cause = request, .type = trace::trace_span::values_commit});
  const auto outcome = made.add({.cause = request, .type = {"task_outcome"}});
  const auto span = made.add({.cause = outcome, .type = trace::trace_span::task});
  const auto other = made.add({.type = {"schedule_fired"}});
  const recorded_run run(made.events);
  CHECK(trace::read::is_request_of_queue(*run.find(request)));
  CHECK(!trace::read::is_request_of_queue(*run.find(span)));
  CHECK(run.task_of(*run.find(request)) == run.find(span));
  CHECK(run.task_of(*run.find(other)) == nullptr);
  CHECK(run.request_of(*run.find(commit)) == run.find(request));
  CHECK(run.request_of(*run.find(other)) == nullptr);
  CHECK(run.commit_of(*run.find(request)) == run.find(commit));
  CHECK(run.commit_of(*run.find(other)) == nullptr);
}

TEST_CASE("the write of a hook is found by the version of the object") {
  const auto object = [](std::uint64_t id, const char* version) {
    return trace::event{.id = id,
                        .type = {"object_changed"},
                        .facts = {{"event", "Modified"}, {"kind", "Pod"}, {"name", "p"}, {"version", version}}};
  };
  const recorded_run run({object(1, "7"),
                          object(2, "8"),
                          {.id = 3,
                           .type = trace::trace_span::object_operation,
                           .facts = {{"kind", "Pod"}, {"name", "p"}, {"version", "8"}}}});
  CHECK(run.writer_of(*run.find(1)) == nullptr);
  CHECK(run.writer_of(*run.find(2)) == run.find(3));
  CHECK(run.writer_of(*run.find(3)) == nullptr);
}

TEST_CASE("an edit of the ConfigMap is an own write if a message asked for it") {
  const recorded_run run({{.id = 1, .type = {"write_section"}},
                          {.id = 2, .cause = 1, .type = {"config_changed"}},
                          {.id = 3, .type = {"config_changed"}},
                          {.id = 4, .cause = 1, .type = {"append_task"}}});
  CHECK(run.is_own_write(*run.find(2)));
  CHECK(!run.is_own_write(*run.find(3)));
  CHECK(!run.is_own_write(*run.find(4)));
}

TEST_CASE("the last event that matches is found") {
  const recorded_run run({{.id = 1, .type = {"append_task"}}, {.id = 2, .type = {"append_task"}}});
  CHECK(run.last([](const trace::event& x) { return x.type == "append_task"; }) == run.find(2));
  CHECK(run.last([](const trace::event& x) { return x.type == "run_hook"; }) == nullptr);
}

TEST_CASE("the words of a program that has failed take the place of the hint to the log, in its task, too") {
  made_run made;
  const auto request = made.module("web", "");
  const auto hook = made.add({.cause = request,
                              .type = trace::trace_span::hook,
                              .facts = {{"outcome", "failed"},
                                        {"reason", "exit status 1 (details are in the log: hook_failed)"},
                                        {"words", "KeyError: 'host'"}}});
  const auto helm = made.add({.cause = request,
                              .type = trace::trace_span::helm,
                              .facts = {{"reason", "there is no release"}, {"error", "has failed"}, {"words", "no"}}});
  const auto outcome = made.add({.cause = request, .type = {"task_outcome"}});
  const auto span = made.add(
    {.cause = outcome,
     .type = trace::trace_span::task,
     .facts = {{"outcome", "failed"}, {"reason", "hook 'a': exit status 1 (details are in the log: hook_failed)"}}});
  const recorded_run run(made.events);
  CHECK(run.find(hook)->fact("reason") == "exit status 1: KeyError: 'host'");
  CHECK(run.find(span)->fact("reason") == "hook 'a': exit status 1: KeyError: 'host'");
  CHECK(run.find(helm)->fact("reason") == "there is no release");
  CHECK(run.find(helm)->fact("error") == "has failed: no");
}
