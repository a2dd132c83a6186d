#include "trace/read/open_programs.hpp"

#include "trace/formats/timeline.hpp"
#include "trace/read/made_run.hpp"
#include "trace/read/run_report.hpp"
#include "trace/read/why.hpp"
#include "trace/read/why_waiting.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <string>

using trace::read::made_run;
using trace::read::recorded_run;

namespace {

bool shows(const std::string& text, std::string_view part) {
  return text.find(part) != std::string::npos;
}

/// The run of a module: its first hook has ended, its second goes on. Helm works beside it.
made_run with_open_programs() {
  made_run made;
  const auto run = made.module("web", "");
  const auto hook = [&](const char* name) {
    return made.add({.cause = run,
                     .type = {"run_hook"},
                     .facts = {{"hook", name}, {"binding", "beforeHelm"}, {"queue", "main"}, {"module", "web"}}});
  };
  const auto first = hook("hooks/a.sh");
  made.add({.cause = first, .type = {"hook_finished"}});
  hook("hooks/b.sh");
  const auto asked = made.add({.type = {"ask_program"}, .summary = "helm template other"});
  made.add({.cause = asked, .type = {"program_answered"}});
  made.add({.type = {"ask_program"}, .summary = "helm upgrade other"});
  return made;
}

} // namespace

TEST_CASE("a program without an answer in the trace has not ended") {
  const recorded_run run(with_open_programs().events);
  const auto open = trace::read::open_programs(run);
  REQUIRE(open.size() == 2);
  CHECK(trace::read::words_of_program(*open[0]) == "hook 'hooks/b.sh' of module 'web' for beforeHelm");
  CHECK(trace::read::words_of_program(*open[1]) == "helm upgrade other");
}

TEST_CASE("the hook that a queue waits for is named, with the time of its beginning") {
  const recorded_run run(with_open_programs().events);
  const auto text = trace::read::why_waiting(run, "main").value();
  CHECK_MESSAGE(
    shows(text, "\nit runs hook 'hooks/b.sh' of module 'web' for beforeHelm, since 00:00:04.000 (+3.000 s)\n"), text);
  CHECK_FALSE(shows(text, "a.sh"));
  CHECK(shows(trace::read::why_not_ready(run).value(), "it runs hook 'hooks/b.sh'"));
}

TEST_CASE("the work of Helm that has not ended is the last work on a release") {
  const recorded_run run(with_open_programs().events);
  const auto text = trace::read::why(run, {trace::read::why_question::about::release, "other", {}}).value();
  CHECK_MESSAGE(shows(text, "it has not ended in this trace"), text);
  CHECK_FALSE(trace::read::why(run, {trace::read::why_question::about::release, "other", 2}));
  CHECK_FALSE(trace::read::why(run, {trace::read::why_question::about::release, "the", {}}));
}

TEST_CASE("a hook inside the run of a module has an answer of its own") {
  const recorded_run run(with_open_programs().events);
  const auto ask = [&](const char* hook) {
    return trace::read::why(run, {.what = trace::read::why_question::about::run, .name = hook}).value();
  };
  CHECK_MESSAGE(shows(ask("hooks/b.sh"), "it has not ended in this trace"), ask("hooks/b.sh"));
  CHECK(shows(ask("web/hooks/b.sh"), "it has not ended in this trace"));
  CHECK_MESSAGE(shows(ask("hooks/a.sh"), "run of hook 'hooks/a.sh' of module 'web' for beforeHelm"), ask("hooks/a.sh"));
  CHECK_FALSE(shows(ask("hooks/a.sh"), "not ended in this trace\n\n"));
}

TEST_CASE("the report of a run and its page show a program that has not ended") {
  const recorded_run run(with_open_programs().events);
  const auto report = trace::read::run_report(run, {});
  CHECK_MESSAGE(shows(report, "hook 'hooks/b.sh' of module 'web' for beforeHelm: not ended in this trace\n"), report);
  const auto line = trace::formats::timeline_of(run);
  const auto open = std::find_if(line.spans.begin(), line.spans.end(), [](const auto& x) {
    return x.label == "hook 'hooks/b.sh' of module 'web' for beforeHelm";
  });
  REQUIRE(open != line.spans.end());
  CHECK(open->result == trace::formats::timeline_result::not_ended);
  CHECK(open->time_us + open->duration_us == line.end_us);
}
