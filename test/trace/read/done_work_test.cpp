#include "trace/read/done_work.hpp"

#include "trace/read/made_run.hpp"

#include <doctest/doctest.h>

#include <string>
#include <vector>

using trace::read::made_run;
using trace::read::recorded_run;

namespace {

std::string work(const made_run& made) {
  std::string text;
  for (const auto& x : trace::read::done_work_of(recorded_run(made.events)))
    text += x.name + ": " + x.result + " (" + x.line + ") " + std::to_string(x.time_us / 1'000'000) + " "
            + std::to_string(x.duration_us) + "\n";
  return text;
}

} // namespace

TEST_CASE("a task is a piece of work with its result, and one that has not ended says so") {
  made_run run;
  run.module("web");
  run.module("db", "failed", 0, "exit status 1");
  run.module("late", "");
  CHECK(work(run)
        == "run of module 'web': done (main) 1 500000\n"
           "run of module 'db': failed: exit status 1 (main) 4 500000\n"
           "run of module 'late': not ended (main) 7 -1\n");
}

TEST_CASE("modules side by side have a line each") {
  made_run run;
  const auto ask = run.add({.type = {"append_task"}});
  run.module("web", "done", ask);
  run.module("db", "done", ask);
  CHECK(work(run)
        == "run of module 'web': done (main web) 2 500000\n"
           "run of module 'db': done (main db) 5 500000\n");
}

TEST_CASE("all steps of a reload are one piece") {
  made_run run;
  const auto first = run.task({{"task", "ConvergeModules"}, {"event", "Operator-Startup"}}, "continues");
  run.task({{"task", "ConvergeModules"}, {"event", "Operator-Startup"}}, "done", first);
  CHECK(work(run) == "reload of all modules (Operator-Startup): done () 1 5500000\n");
}

TEST_CASE("hooks, scripts, Helm and values are pieces, and a hook that is the task is not told twice") {
  made_run run;
  const auto request =
    run.task({{"task", "ModuleHookRun"}, {"module", "web"}, {"hook", "a.sh"}, {"binding", "pods"}}, "");
  const auto part = [&](trace::event_type type, trace::trace_facts facts) {
    run.add({.cause = request, .type = type, .duration_us = 7, .facts = std::move(facts)});
  };
  part(trace::trace_span::hook, {{"module", "web"}, {"hook", "a.sh"}, {"binding", "pods"}, {"outcome", "done"}});
  part(trace::trace_span::hook, {{"hook", "b.sh"}, {"binding", "tick"}, {"outcome", "failed"}, {"reason", "exit 1"}});
  part(trace::trace_span::enabled_script, {{"module", "web"}, {"enabled", "false"}, {"reason", "it says so"}});
  part(trace::trace_span::helm, {{"module", "web"}, {"operation", "upgrade"}, {"outcome", "done"}});
  part(trace::trace_span::helm, {{"module", "db"}, {"operation", "upgrade"}, {"outcome", "failed"}, {"error", "no"}});
  run.add({.cause = request,
           .type = trace::trace_span::values_commit,
           .facts = {{"source", "ConfigMap"}},
           .changes = {{"web.a", "1", "2"}, {"web.b", "1", std::nullopt}}});
  CHECK(work(run)
        == "run of hook 'a.sh' of module 'web' for pods: not ended (main) 1 -1\n"
           "global hook 'b.sh' for tick: failed: exit 1 (main) 3 7\n"
           "enabled script of module 'web': disabled: it says so (main) 4 7\n"
           "Helm and release 'web': upgrade (main) 5 7\n"
           "Helm and release 'db': failed: no (main) 6 7\n"
           "value web.a by the ConfigMap: 2 () 7 -1\n"
           "value web.b by the ConfigMap: (none) () 7 -1\n");
}
