#include "trace/read/why.hpp"

#include <doctest/doctest.h>

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace {

/// The causes of the run of `web` that an event about the ConfigMap `a` began.
std::string cause_of_run(const trace::event& object_event, std::vector<trace::event> before = {}) {
  auto events = std::move(before);
  events.push_back(object_event);
  events.push_back({.id = object_event.id + 1,
                    .cause = object_event.id,
                    .time_us = object_event.time_us,
                    .sender = "queue main",
                    .type = {"execute_task"},
                    .facts = {{"task", "ModuleRun"}, {"queue", "main"}, {"module", "web"}}});
  const auto told =
    trace::read::why(trace::read::recorded_run(std::move(events)), {trace::read::why_question::about::run, "web", {}});
  REQUIRE(told);
  return told->substr(told->rfind("ConfigMap"));
}

trace::event of_object(std::uint64_t id, const char* event, const char* informer = "informer v1 ConfigMap ns= ") {
  return {.id = id,
          .time_us = static_cast<std::int64_t>(id),
          .sender = informer,
          .type = {"object_changed"},
          .facts = {{"event", event}, {"kind", "ConfigMap"}, {"namespace", "x"}, {"name", "a"}, {"version", "7"}}};
}

trace::event deletion(std::uint64_t id, std::int64_t time_us, const char* space = "x") {
  return {.id = id,
          .time_us = time_us,
          .type = {"object_operation"},
          .facts = {
            {"by", "hook 'a.sh'"}, {"kind", "ConfigMap"}, {"name", "a"}, {"namespace", space}, {"outcome", "deleted"}}};
}

} // namespace

TEST_CASE("an object is deleted by the hook that was the last to delete it") {
  CHECK(cause_of_run(of_object(100, "Deleted")) == "ConfigMap x/a was deleted (version 7)\n");
  CHECK(cause_of_run(of_object(100, "Deleted"), {deletion(9, 9)})
        == "ConfigMap x/a was deleted (version 7) by hook 'a.sh'\n");
  CHECK_MESSAGE(cause_of_run(of_object(100, "Deleted"), {deletion(200, 99)}).ends_with("by hook 'a.sh'\n"),
                "the operation waits for the end of the object");
  CHECK_MESSAGE(cause_of_run(of_object(100, "Deleted"), {deletion(9, 9), of_object(50, "Added")}).ends_with("7)\n"),
                "it had come again");
  CHECK(cause_of_run(of_object(100, "Deleted"), {deletion(200, 101)}).ends_with("7)\n"));
  CHECK(cause_of_run(of_object(100, "Deleted"), {deletion(9, 9, "y")}).ends_with("7)\n"));
}

TEST_CASE("an object that has gone from a selection may still be there") {
  CHECK(cause_of_run(of_object(100, "Deleted", "informer v1 ConfigMap ns=x labels=app=web fields="))
        == "ConfigMap x/a was deleted, or is not selected any more (version 7)\n");
  CHECK(cause_of_run(of_object(100, "Deleted", "informer v1 ConfigMap ns=x labels= fields=metadata.name=a"))
        == "ConfigMap x/a was deleted (version 7)\n");
}

TEST_CASE("a story of any length has an end") {
  std::vector<trace::event> events;
  std::uint64_t cause = 0;
  for (std::uint64_t id = 1; id <= 120'000; ++id) {
    trace::event x{.id = id, .cause = cause, .time_us = static_cast<std::int64_t>(id), .type = {"task_outcome"}};
    if (id % 3 == 1) {
      x.sender = "queue main";
      x.type = {"execute_task"};
      x.facts = {{"task", "ModuleRun"}, {"queue", "main"}, {"module", "web"}};
    }
    cause = id;
    events.push_back(std::move(x));
  }
  const auto told =
    trace::read::why(trace::read::recorded_run(std::move(events)), {trace::read::why_question::about::run, "web", {}});
  REQUIRE(told);
  CHECK_MESSAGE(told->find("… 39999 more rounds like this since ") != std::string::npos, *told);
  CHECK(told->size() < 1'000);
}

namespace {

/// The answer of `trace why disabled web` after a discovery that has left `web` enabled, and a run with this
/// end.
std::string why_disabled_after(const char* outcome, const char* reason) {
  std::vector<trace::event> events{
    {.id = 1, .time_us = 1, .type = trace::trace_span::discovery, .facts = {trace::fact::named("db", "by its flag")}},
    {.id = 2,
     .cause = 1,
     .time_us = 2'000'000,
     .sender = "queue main",
     .type = {"execute_task"},
     .facts = {{"task", "ModuleRun"}, {"queue", "main"}, {"module", "web"}}}};
  if (*outcome != '\0') {
    events.push_back({.id = 3, .cause = 2, .time_us = 2'000'001, .type = {"task_outcome"}});
    events.push_back({.id = 4,
                      .cause = 3,
                      .time_us = 2'000'001,
                      .type = trace::trace_span::task,
                      .facts = {{"task", "ModuleRun"}, {"outcome", outcome}, {"reason", reason}}});
  }
  const auto told = trace::read::why(trace::read::recorded_run(std::move(events), 0),
                                     {trace::read::why_question::about::disabled, "web", {}});
  return told ? *told : told.error().message;
}

} // namespace

TEST_CASE("an enabled module whose run was given up has not run") {
  CHECK(why_disabled_after("done", "")
        == "module 'web' is enabled: it ran at 00:00:02.000 (+2.000 s), after the last discovery\n");
  CHECK(why_disabled_after("superseded", "the module's hooks do not configure")
        == "module 'web' is enabled, but it did not run to its end at 00:00:02.000 (+2.000 s): the module's hooks do "
           "not configure\n");
  CHECK(why_disabled_after("failed", "exit status 1")
        == "module 'web' is enabled, but its run failed at 00:00:02.000 (+2.000 s): exit status 1\n");
  CHECK(why_disabled_after("", "")
        == "module 'web' is enabled: its run began at 00:00:02.000 (+2.000 s) and goes on\n");
}
