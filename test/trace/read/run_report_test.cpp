#include "trace/read/run_report.hpp"

#include "trace/read/made_run.hpp"

#include <doctest/doctest.h>

#include <string>
#include <vector>

using trace::read::made_run;
using trace::read::recorded_run;

namespace {

std::string report(const made_run& made, const trace::read::report_filter& part = {}) {
  return trace::read::run_report(recorded_run(made.events), part);
}

/// A tick runs module `web` with a hook; then `db` fails twice.
made_run small_run() {
  made_run run;
  const auto tick = run.add({.type = {"schedule_fired"}, .summary = "* * * * *"});
  const auto request = run.module("web", "", tick);
  run.add({.cause = request,
           .type = trace::trace_span::hook,
           .duration_us = 20'000,
           .facts = {{"module", "web"}, {"hook", "hooks/a.sh"}, {"binding", "beforeHelm"}, {"outcome", "done"}}});
  const auto outcome = run.add({.cause = request, .type = {"task_outcome"}});
  run.add({.cause = outcome, .type = {"task_run"}, .duration_us = 500'000, .facts = {{"outcome", "done"}}});
  const auto ask = run.add({.type = {"start_operator"}});
  run.module("db", "failed", ask, "exit status 1");
  run.module("db", "failed", ask, "exit status 2");
  return run;
}

} // namespace

TEST_CASE("a run is reported with its cause, its work, and failed tries in a line") {
  CHECK(report(small_run())
        == "run of module 'web' in queue main\n"
           "  because tick of the crontab '* * * * *'\n"
           "      +1.000 s    0.500 s      run of module 'web'\n"
           "      +2.000 s    0.020 s        hook 'hooks/a.sh' of module 'web' for beforeHelm\n"
           "\n"
           "run of module 'db' in queue main\n"
           "  because the operator was started\n"
           "      +6.000 s    3.500 s      run of module 'db': failed x2, 3.500 s (exit status 2)\n");
}

TEST_CASE("a part of a run is reported alone") {
  const auto web = report(small_run(), {.module = "web"});
  CHECK(web.find("module 'web'") != std::string::npos);
  CHECK(web.find("'db'") == std::string::npos);
  CHECK(report(small_run(), {.hook = "a.sh"}).find("hooks/a.sh") != std::string::npos);
  CHECK(report(small_run(), {.queue = "other"}) == "");
  const auto late = report(small_run(), {.since = trace::read::trace_moment{.us = 5'500'000}});
  CHECK(late.find("'web'") == std::string::npos);
  CHECK(late.find("'db'") != std::string::npos);
  const auto early = report(small_run(), {.until = trace::read::trace_moment{.us = 5'500'000}});
  CHECK(early.find("'web'") != std::string::npos);
  CHECK(early.find("'db'") == std::string::npos);
}

TEST_CASE("a line that is too long loses its middle, and a failure is red on a terminal") {
  const auto narrow = report(small_run(), {.width = 40});
  for (std::size_t at = 0; at < narrow.size(); at = narrow.find('\n', at) + 1)
    CHECK(narrow.find('\n', at) - at <= 40 + std::string("…").size() - 1);
  CHECK(narrow.find("…") != std::string::npos);
  const auto coloured = report(small_run(), {.is_coloured = true});
  CHECK(coloured.find("\033[31m") != std::string::npos);
  CHECK(report(small_run()).find('\033') == std::string::npos);
}

TEST_CASE("a run without events has no report") {
  CHECK(report({}) == "");
}
