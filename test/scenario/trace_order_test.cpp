// The output of `trace order` for a recorded run of a whole operator.
#include "support/recorded_operator.hpp"
#include "trace/read/run_report.hpp"

#include <doctest/doctest.h>

#include <string>

using test::goes_on_once;
using test::sets;
using test::v1;
using namespace std::chrono_literals;

namespace {

struct report_fixture : test::recorded_operator {
  std::string told(const trace::read::report_filter& part = {}) const {
    return trace::read::run_report(trace::read::recorded_run(trace::read::parse_trace(lines).events), part);
  }
  /// The report from here on: earlier events are forgotten, except possible causes.
  std::string report_since(std::string_view words, const trace::read::report_filter& part = {}) const {
    const auto text = told(part);
    const auto at = text.find(words);
    return at == std::string::npos ? "nothing: " + text : text.substr(text.rfind('\n', at) + 1);
  }
};

} // namespace

TEST_CASE_FIXTURE(report_fixture, "a start and an edit of the ConfigMap are told with their causes") {
  hook("web/a.sh", v1("onStartup: 1\nbeforeHelm: 1"));
  start();
  advance(2s);
  set_config("web", "replicas: 3\n");
  run();
  CHECK(told() ==
        R"(00:00:00.000 (+0.000 s)  reload of all modules (Operator-Startup)
  because the operator was started
  00:00:00.000              4  discovery of the enabled modules
  00:00:00.000              5  run of module 'web'
  00:00:00.000              5    hook 'hooks/a.sh' of module 'web' for onStartup
  00:00:00.000              5    hook 'hooks/a.sh' of module 'web' for beforeHelm
  00:00:00.000              5    Helm and release 'web': upgrade, revision 1: there is no release

00:00:02.000 (+2.000 s)  run of module 'web' in queue main
  because values were changed by the ConfigMap (revision 3, ConfigMap version 1006): web.replicas: (none) -> 3
  00:00:02.000              5  run of module 'web'
  00:00:02.000              5    hook 'hooks/a.sh' of module 'web' for beforeHelm
  00:00:02.000              5    Helm and release 'web': rendered it, and left it as it is, revision 1: the manifest is that of revision 1
)");
  CHECK(broken_rule() == "");
}

TEST_CASE_FIXTURE(report_fixture, "an edit of the ConfigMap from which nothing follows is told") {
  start();
  advance(3s);
  set_config("wbe", "title: x\n");
  run();
  const auto text = told();
  CHECK_MESSAGE(text.find("the ConfigMap was edited (version ") != text.npos, text);
  CHECK_MESSAGE(text.find("nothing followed") != text.npos, text);
  set_config("web", "replicas: 2\n");
  run();
  const auto more = told();
  CHECK_MESSAGE(more.rfind("nothing followed") < more.rfind("web.replicas"), more);
}

TEST_CASE_FIXTURE(report_fixture, "a part of the time is told, and what went on at its ends with it") {
  hook("web/a.sh", v1("schedule: [{name: tick, crontab: '*/2 * * * * *', queue: side}]"));
  start();
  advance(1s);
  replay("web/a.sh", goes_on_once());
  advance(2s);
  finish_running();
  advance(3s);
  const auto lines_of_ticks = [this](const std::string& since, const std::string& until) {
    const auto text =
      told({.since = *trace::read::parse_trace_moment(since), .until = *trace::read::parse_trace_moment(until)});
    std::string times;
    for (auto at = text.find("12  run of hook"); at != std::string::npos; at = text.find("12  run of hook", at + 1))
      times += text.substr(text.rfind('\n', at) + 3, 12) + "; ";
    return times;
  };
  CHECK(lines_of_ticks("0", "100") == "00:00:02.000; 00:00:04.000; 00:00:06.000; ");
  CHECK(lines_of_ticks("2.5", "4") == "00:00:02.000; 00:00:04.000; ");
  CHECK(lines_of_ticks("3.5", "5.9") == "00:00:04.000; ");
  CHECK(told({.since = *trace::read::parse_trace_moment("7")}) == "");
  CHECK(told({.until = *trace::read::parse_trace_moment("2000-01-01T00:00:00Z")}) == "");
}

TEST_CASE_FIXTURE(report_fixture, "a terminal has titles, causes and failures in colours") {
  hook("web/a.sh", v1("schedule: [{name: tick, crontab: '*/2 * * * * *', queue: side}]"),
       [](test::hook_run& run) { run.end = test::fake_end::exits(1); });
  start();
  advance(2s);
  const auto text = told({.queue = "side", .is_coloured = true});
  CHECK_MESSAGE(
    text.starts_with(
      "\033[1m00:00:02.000 (+2.000 s)  run of hook 'hooks/a.sh' of module 'web' for tick in queue side\033[0m\n"
      "\033[2m  because tick of the crontab '*/2 * * * * *'\033[0m\n"
      "\033[31m  00:00:02.000  "),
    text);
  CHECK_MESSAGE(told({.queue = "side"}).find('\033') == std::string::npos, "only if it is asked for");
}

TEST_CASE_FIXTURE(report_fixture, "a reload that begins again has each reason at its time") {
  module("005-db");
  hook("db/a.sh", v1("beforeHelm: 1"));
  start();
  advance(1s);
  replay("db/a.sh", goes_on_once());
  set_config("global", "a: 1\n");
  run();
  advance(5s);
  set_config("global", "a: 2\n");
  run();
  finish_running();
  CHECK(report_since("reload of all modules (Global") ==
        R"(00:00:01.000 (+1.000 s)  reload of all modules (GlobalValuesChanged)
  because values were changed by the ConfigMap (revision 3, ConfigMap version 1006): global.a: (none) -> 1
  00:00:01.000              4  discovery of the enabled modules
  00:00:01.000    5.000 s   5  run of module 'db'
  00:00:01.000    5.000 s   5    hook 'hooks/a.sh' of module 'db' for beforeHelm
  00:00:06.000  it begins again, because values were changed by the ConfigMap (revision 4, ConfigMap version 1007): global.a: 1 -> 2
  00:00:06.000              4  discovery of the enabled modules
  00:00:06.000              5  run of module 'db'
  00:00:06.000              5    hook 'hooks/a.sh' of module 'db' for beforeHelm
  00:00:06.000              5  run of module 'web'
  00:00:06.000              5    Helm and release 'web': rendered it, and left it as it is, revision 1: the manifest is that of revision 1
)");
  CHECK(broken_rule() == "");
}

TEST_CASE_FIXTURE(report_fixture, "failed tries are one line") {
  hook("web/pods.sh", v1("kubernetes: [{name: pods, kind: Pod, queue: side, executeHookOnSynchronization: false}]"),
       [](test::hook_run& run) { run.failure = "no"; });
  start();
  static_cast<void>(api().put_object(test::object_of("v1", "Pod", "p")));
  advance(20s);
  replay("web/pods.sh", sets("/web/seen", "1"));
  advance(30s);
  CHECK(told({.queue = "side"}) ==
        R"(00:00:00.000 (+0.000 s)  reload of all modules (Operator-Startup)
  because the operator was started
  00:00:00.000              5  run of hook 'hooks/pods.sh' of module 'web' for pods in queue side

00:00:00.000 (+0.000 s)  run of hook 'hooks/pods.sh' of module 'web' for pods in queue side
  because Pod default/p was added (version 1006)
  00:00:00.000   15.107 s  10  run of hook 'hooks/pods.sh' of module 'web' for pods: failed x3, 15.107 s (hook 'hooks/pods.sh': cmd run: exit status 1: no)
  00:00:35.611             10  run of hook 'hooks/pods.sh' of module 'web' for pods in queue side, after a wait of 20.504 s
)");
  CHECK(broken_rule() == "");
}

TEST_CASE_FIXTURE(report_fixture, "one module, one hook, and lines of a width") {
  module("020-db");
  hook("db/a.sh", v1("beforeHelm: 1"));
  start();
  CHECK(told({.module = "db"}) ==
        R"(00:00:00.000 (+0.000 s)  reload of all modules (Operator-Startup)
  because the operator was started
  00:00:00.000              5  run of module 'db'
  00:00:00.000              5    hook 'hooks/a.sh' of module 'db' for beforeHelm
)");
  CHECK(told({.hook = "hooks/a.sh"}) ==
        R"(00:00:00.000 (+0.000 s)  reload of all modules (Operator-Startup)
  because the operator was started
  00:00:00.000              5    hook 'hooks/a.sh' of module 'db' for beforeHelm
)");
  CHECK(told({.module = "db", .width = 60}) ==
        R"(00:00:00.000 (+0.000 s)  reload of all modules
    (Operator-Startup)
  because the operator was started
  00:00:00.000              5  run of module 'db'
  00:00:00.000              5    hook 'hooks/a.sh' of module
                              'db' for beforeHelm
)");
  CHECK(broken_rule() == "");
}
