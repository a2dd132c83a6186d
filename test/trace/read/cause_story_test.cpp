#include "trace/read/cause_story.hpp"

#include "trace/read/made_run.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

using trace::read::made_run;
using trace::read::recorded_run;

namespace {

std::string story(const made_run& made, std::uint64_t of) {
  const recorded_run run(made.events);
  trace::read::cause_story told(run);
  return text_of_story(told.tree_of(*run.find(of)), trace::read::time_words(run));
}

} // namespace

TEST_CASE("a run is told with its reason, back to the outside, without messages between actors") {
  made_run run;
  const auto tick = run.add({.type = {"schedule_fired"}, .summary = "* * * * *"});
  const auto ask = run.add({.cause = tick, .type = {"append_task"}});
  const auto request = run.module("web", "failed", ask, "exit status 1");
  CHECK(story(run, request)
        == "00:00:03.000 (+2.000 s)  run of module 'web' in queue main: failed in 0.500 s\n"
           "    exit status 1\n"
           "because, 2.000 s earlier:\n"
           "00:00:01.000 (+0.000 s)  tick of the crontab '* * * * *'\n");
}

TEST_CASE("several causes are numbered, the latest first, and one that is told already is not told again") {
  made_run run;
  const auto start = run.add({.type = {"start_operator"}});
  const auto first = run.module("db", "done", start);
  const auto second = run.module("cache", "done", start);
  const auto third = run.add({.cause = first, .sender = "queue main", .type = {"execute_task"}, .also = {second}});
  run.events.back().facts = {{"task", "ModuleRun"}, {"module", "web"}, {"queue", "main"}};
  const auto text = story(run, third);
  CHECK(text.find("because of 2 causes:\n") != std::string::npos);
  CHECK(text.find("  1. 3.000 s earlier:\n     00:00:05.000 (+4.000 s)  run of module 'cache'") != std::string::npos);
  CHECK(text.find("  2. 6.000 s earlier:\n     00:00:02.000 (+1.000 s)  run of module 'db'") != std::string::npos);
}

TEST_CASE("the nearest causes of a run are causes on which a person can act, the latest last") {
  made_run made;
  const auto tick = made.add({.type = {"schedule_fired"}});
  const auto edit = made.add({.type = {"config_changed"}});
  const auto ask = made.add({.cause = edit, .type = {"append_task"}, .also = {tick}});
  const auto request = made.module("web", "", ask);
  const recorded_run run(made.events);
  const trace::read::cause_story told(run);
  CHECK((told.nearest(*run.find(request)) == std::vector{run.find(tick), run.find(edit)}));
  CHECK_MESSAGE(told.nearest(*run.find(tick)).empty(), "it comes from outside");
}

TEST_CASE("a change of values is told as its commit") {
  made_run made;
  const auto edit = made.add({.type = {"config_changed"}, .summary = "ConfigMap"});
  const auto message = made.add({.cause = edit, .type = {"commit_hook_output"}});
  const auto commit = made.add({.cause = message,
                                .type = trace::trace_span::values_commit,
                                .facts = {{"source", "ConfigMap"}, {"revision", "2"}},
                                .changes = {{"web.a", "1", "2"}}});
  const auto changed = made.add({.cause = message, .type = {"values_changed"}});
  const auto request = made.module("web", "", changed);
  const recorded_run run(made.events);
  CHECK((trace::read::cause_story(run).nearest(*run.find(request)) == std::vector{run.find(commit)}));
  CHECK(story(made, request).find("    web.a: 1 -> 2\n") != std::string::npos);
}

namespace {

/// A hook for afterAll changes a value each time, so that the reload begins again, with `rounds` rounds.
std::uint64_t add_rounds(made_run& made, int rounds) {
  auto cause = made.add({.type = {"start_operator"}});
  for (int i = 0; i < rounds; ++i) {
    const auto reload = made.task({{"task", "ConvergeModules"}, {"event", "GlobalValuesChanged"}}, "continues", cause);
    const auto hook =
      made.task({{"task", "GlobalHookRun"}, {"hook", "hooks/90-report.py"}, {"binding", "afterAll"}}, "done", reload);
    const auto output = made.add({.cause = hook, .type = {"commit_hook_output"}});
    made.add({.cause = output,
              .type = trace::trace_span::values_commit,
              .facts = {{"source", "hook"}, {"hook", "hooks/90-report.py"}, {"revision", std::to_string(i)}},
              .changes = {{"global.report.at", std::to_string(i), std::to_string(i + 1)}}});
    cause = made.add({.cause = output, .type = {"values_changed"}});
  }
  return made.task({{"task", "ConvergeModules"}, {"event", "GlobalValuesChanged"}}, "", cause);
}

} // namespace

TEST_CASE("rounds that do the same are told once, with their number and the change that each of them makes") {
  made_run few;
  const auto short_loop = add_rounds(few, 1);
  CHECK_MESSAGE(story(few, short_loop).find("rounds like this") == std::string::npos, story(few, short_loop));
  made_run made;
  const auto last = add_rounds(made, 26);
  CHECK(story(made, last)
        == "00:03:56.000 (+3 min 55 s)  reload of all modules (GlobalValuesChanged)\n"
           "because, 2.000 s earlier:\n"
           "00:03:54.000 (+3 min 53 s)  values were changed by global hook 'hooks/90-report.py' (revision 25)\n"
           "    global.report.at: 25 -> 26\n"
           "because, 4.000 s earlier:\n"
           "00:03:50.000 (+3 min 49 s)  run of global hook 'hooks/90-report.py' for afterAll in queue main: done in "
           "0.500 s\n"
           "… 26 more rounds like this since 00:00:02.000 (+1.000 s), each because global hook 'hooks/90-report.py' "
           "changed global.report.at\n"
           "because, 1.000 s earlier:\n"
           "00:00:01.000 (+0.000 s)  the operator was started\n");
}

TEST_CASE("the story of a loop is as long after many rounds as after few") {
  const auto lines_after = [](int rounds) {
    made_run made;
    const auto last = add_rounds(made, rounds);
    const auto text = story(made, last);
    return std::count(text.begin(), text.end(), '\n');
  };
  for (const int rounds : {5, 50, 500}) CHECK_MESSAGE(lines_after(rounds) == lines_after(4), rounds);
}
