#include "trace/read/run_report.hpp"

#include "trace/read/made_run.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cstddef>
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
        == "00:00:02.000 (+1.000 s)  run of module 'web' in queue main\n"
           "  because tick of the crontab '* * * * *'\n"
           "  00:00:02.000    0.500 s      run of module 'web'\n"
           "  00:00:03.000    0.020 s        hook 'hooks/a.sh' of module 'web' for beforeHelm\n"
           "\n"
           "00:00:07.000 (+6.000 s)  run of module 'db' in queue main\n"
           "  because the operator was started\n"
           "  00:00:07.000    3.500 s      run of module 'db': failed x2, 3.500 s (exit status 2)\n");
}

TEST_CASE("changes of the lead are reported, and are causes of the work that follows") {
  made_run run;
  run.add({.type = {"leadership_changed"}, .summary = "this replica waits for the lead of 'b'"});
  const auto taken = run.add({.cause = 77, .type = {"leadership_changed"}, .summary = "this replica takes the lead"});
  run.module("web", "done", run.add({.cause = taken, .type = {"append_task"}}));
  CHECK(report(run)
        == "00:00:01.000 (+0.000 s)  this replica waits for the lead of 'b'\n"
           "\n"
           "00:00:02.000 (+1.000 s)  this replica takes the lead\n"
           "\n"
           "00:00:04.000 (+3.000 s)  run of module 'web' in queue main\n"
           "  because this replica takes the lead\n"
           "  00:00:04.000    0.500 s      run of module 'web'\n");
  CHECK(report(run, {.module = "web"}).find("takes the lead\n\n") == std::string::npos);
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

TEST_CASE("a line that is too long is broken at spaces, and a failure is red on a terminal") {
  CHECK(report(small_run(), {.module = "web", .width = 60})
        == "00:00:02.000 (+1.000 s)  run of module 'web' in queue main\n"
           "  because tick of the crontab '* * * * *'\n"
           "  00:00:02.000    0.500 s      run of module 'web'\n"
           "  00:00:03.000    0.020 s        hook 'hooks/a.sh' of module\n"
           "                              'web' for beforeHelm\n");
  const auto coloured = report(small_run(), {.is_coloured = true});
  CHECK(coloured.find("\033[31m") != std::string::npos);
  CHECK(report(small_run()).find('\033') == std::string::npos);
}

TEST_CASE("reviews share a title, and of many refusals the last are shown") {
  made_run run;
  for (int i = 0; i < 12; ++i) {
    const auto asked = run.add({.receiver = "webhook_server", .type = {"http_asked"}});
    run.add({.cause = asked,
             .type = trace::trace_span::review,
             .duration_us = 20'000,
             .facts = {{"for", "mutating"},
                       {"binding", "a.x.io"},
                       {"hook", "a.sh"},
                       {"operation", "CREATE"},
                       {"object", "Pod x/" + std::to_string(i)},
                       {"outcome", i < 7 ? "refused" : "allowed"}}});
  }
  CHECK(report(run)
        == "00:00:02.000 (+1.000 s)  12 reviews by global hook 'a.sh' for a.x.io: 5 allowed, 7 refused, 0.020 s at "
           "most, the last one at 00:00:24.000 (+23.000 s)\n"
           "  … 2 earlier, and\n"
           "  00:00:06.000    0.020 s      CREATE Pod x/2: refused\n"
           "  00:00:08.000    0.020 s      CREATE Pod x/3: refused\n"
           "  00:00:10.000    0.020 s      CREATE Pod x/4: refused\n"
           "  00:00:12.000    0.020 s      CREATE Pod x/5: refused\n"
           "  00:00:14.000    0.020 s      CREATE Pod x/6: refused\n");
  CHECK(report(run, {.until = trace::read::trace_moment{.us = 1'500'000}})
        == "00:00:02.000 (+1.000 s)  review of CREATE Pod x/0 by global hook 'a.sh' for a.x.io: refused in 0.020 s\n");
  CHECK(report(run, {.module = "web"}) == "");
}

TEST_CASE("news of reviews have a title each time") {
  made_run run;
  const auto review = [&run] {
    return run.add({.type = trace::trace_span::review,
                    .duration_us = 20'000,
                    .facts = {{"for", "conversion"},
                              {"binding", "tabs.x.io"},
                              {"object", "1 object"},
                              {"version", "x.io/v2"},
                              {"outcome", "converted"}}});
  };
  trace::read::report_news news;
  news.events = {review()};
  CHECK(report_of_news(recorded_run(run.events), {}, news)
        == "00:00:01.000 (+0.000 s)  conversion of 1 object of tabs.x.io to x.io/v2: converted in 0.020 s\n");
  news.events = {review(), review()};
  CHECK(report_of_news(recorded_run(run.events), {}, news)
        == "00:00:02.000 (+1.000 s)  2 conversions of tabs.x.io: 2 converted, 0.020 s at most, the last one at "
           "00:00:03.000 (+2.000 s)\n");
}

TEST_CASE("a run without events has no report") {
  CHECK(report({}) == "");
}

namespace {

/// A reload that begins again `rounds` times, because a hook for afterAll changes a value each time.
made_run looping_run(int rounds) {
  made_run made;
  auto cause = made.add({.type = {"start_operator"}});
  for (int i = 0; i < rounds; ++i) {
    const auto reload = made.task({{"task", "ConvergeModules"}, {"event", "GlobalValuesChanged"}}, "continues", cause);
    cause = made.task({{"task", "GlobalHookRun"}, {"hook", "count.sh"}, {"binding", "afterAll"}}, "done", reload);
    made.add({.cause = cause,
              .type = trace::trace_span::values_commit,
              .facts = {{"source", "hook"}, {"hook", "count.sh"}, {"revision", std::to_string(i)}},
              .changes = {{"global.count", std::to_string(i), std::to_string(i + 1)}}});
  }
  return made;
}

} // namespace

TEST_CASE("rounds of a reload that repeat the round before are counted") {
  const auto few = report(looping_run(3));
  CHECK_MESSAGE(few.find("rounds like this") == std::string::npos, few);
  const auto many = report(looping_run(26));
  CHECK_MESSAGE(
    many.find("  … and 24 more rounds like this, the last one at 00:02:57.000 (+2 min 56 s), each because global "
              "hook 'count.sh' changed global.count\n")
      != std::string::npos,
    many);
  CHECK(std::count(many.begin(), many.end(), '\n') == std::count(few.begin(), few.end(), '\n') - 2);
}

TEST_CASE("a report has a line for each new day") {
  auto made = small_run();
  for (auto& x : made.events) x.time_us += (x.id < 6 ? 0 : 86'400'000'000);
  const auto text = report(made);
  CHECK_MESSAGE(text.starts_with("00:00:02.000 (+1.000 s)  run of module 'web'"), text);
  CHECK_MESSAGE(
    text.find("\n\n1970-01-02\n\n00:00:07.000 (+1 d)  run of module 'db' in queue main\n") != std::string::npos, text);
}

TEST_CASE("news have the start and the end of work, and name the block and its causes once") {
  auto made = small_run();
  const auto all = made.events;
  trace::read::report_news news;
  const auto news_to = [&](std::size_t from, std::size_t to) {
    news.events.clear();
    for (auto i = from; i < to; ++i) news.events.insert(all[i].id);
    return trace::read::report_of_news(recorded_run({all.begin(), all.begin() + static_cast<std::ptrdiff_t>(to)}), {},
                                       news);
  };
  CHECK(news_to(0, 2)
        == "00:00:02.000 (+1.000 s)  run of module 'web' in queue main\n"
           "  because tick of the crontab '* * * * *'\n"
           "  00:00:02.000                 run of module 'web': begins\n");
  CHECK(news_to(2, 5)
        == "  00:00:02.000    0.500 s      run of module 'web'\n"
           "  00:00:03.000    0.020 s        hook 'hooks/a.sh' of module 'web' for beforeHelm\n");
  CHECK(news_to(5, 9)
        == "\n00:00:07.000 (+6.000 s)  run of module 'db' in queue main\n"
           "  because the operator was started\n"
           "  00:00:07.000    0.500 s      run of module 'db': failed (exit status 1)\n");
  CHECK(news_to(9, 9).empty());
}
