#include "trace/read/why_waiting.hpp"

#include "trace/read/made_run.hpp"

#include <doctest/doctest.h>

#include <string>
#include <vector>

using trace::read::made_run;
using trace::read::recorded_run;

namespace {

std::string first_line(const base::result<std::string>& x) {
  return x ? x->substr(0, x->find('\n')) : x.error().message;
}

std::string waiting(const made_run& made, const std::string& queue = "main") {
  return first_line(trace::read::why_waiting(recorded_run(made.events), queue));
}

std::string not_ready(const made_run& made) {
  const auto x = trace::read::why_not_ready(recorded_run(made.events));
  return x ? *x : x.error().message;
}

} // namespace

TEST_CASE("a queue waits for the end of its task, for the next try, or does not wait") {
  made_run running;
  running.module("web", "");
  CHECK(waiting(running)
        == "queue 'main' waits for the end of the run of module 'web', which began at 00:00:01.000 (+0.000 s)");
  made_run failed;
  failed.module("web", "failed");
  CHECK(waiting(failed)
        == "queue 'main' waits to try the run of module 'web' again, which has failed once, the last time at "
           "00:00:03.500 (+2.500 s)");
  failed.events.back().facts.push_back({"failures", "2"});
  CHECK(waiting(failed).find("has failed 3 times") != std::string::npos);
  made_run done;
  done.module("web");
  CHECK(waiting(done) == "queue 'main' waits for nothing: its last task has ended at 00:00:03.500 (+2.500 s)");
  made_run left;
  left.module("web", "superseded", 0, "by a reload");
  CHECK(waiting(left)
        == "queue 'main' has left the run of module 'web' at 00:00:03.500 (+2.500 s), given up: by a reload");
}

TEST_CASE("a queue that the trace does not have is answered with those that it has") {
  made_run run;
  run.module("web");
  CHECK(waiting(run, "crontabs") == "this trace has no task of a queue 'crontabs'; it has main");
}

TEST_CASE("the operator is ready since a reload has come to its end") {
  made_run run;
  run.add({.type = {"start_operator"}});
  CHECK(not_ready(run).find("has not begun its first converge") != std::string::npos);
  run.task({{"task", "ConvergeModules"}}, "");
  CHECK(not_ready(run).starts_with("the first converge has not come to its end\n"));
  made_run late;
  late.module("web");
  CHECK(not_ready(late).starts_with("no reload of all modules has come to its end in this trace"));
  CHECK(not_ready({}).find("does not go back to the start") != std::string::npos);
  made_run ready;
  ready.task({{"task", "ConvergeModules"}}, "done");
  ready.events.back().facts.push_back({"task", "ConvergeModules"});
  CHECK(not_ready(ready).find("the operator is ready since then") != std::string::npos);
}

TEST_CASE("a watch that is lost is named by its last state") {
  made_run run;
  run.add({.type = {"start_operator"}});
  run.add({.type = {"watch_state_changed"}, .summary = "Pods is lost: forbidden"});
  run.add({.type = {"watch_state_changed"}, .summary = "Nodes is lost: refused"});
  run.add({.type = {"watch_state_changed"}, .summary = "Nodes is there"});
  run.task({{"task", "ConvergeModules"}}, "");
  CHECK(not_ready(run).find("watch of Pods is lost: forbidden\n") != std::string::npos);
  CHECK(not_ready(run).find("Nodes") == std::string::npos);
}
