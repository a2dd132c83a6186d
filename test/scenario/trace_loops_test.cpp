// Loops of the operator's work, as `trace why` and `trace order` show them: each round once, on one screen.
#include "support/recorded_operator.hpp"
#include "trace/read/run_report.hpp"
#include "trace/read/screen_text.hpp"
#include "trace/read/why.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cstddef>
#include <memory>
#include <string>

using test::v1;

namespace {

struct loop_fixture : test::recorded_operator {
  /// A hook for afterAll sets another time in each run, and hangs in the last run.
  void start_loop(int rounds) {
    module("005-db");
    chart("db", "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: db}\n");
    set_config("dbEnabled", "true");
    hook("global/90-report.py", v1("afterAll: 10"), [rounds, n = std::make_shared<int>(0)](test::hook_run& run) {
      if (++*n == rounds) run.end = test::fake_end::goes_on();
      run.values_patch = R"([{"op":"add","path":"/global/report","value":{"at":)" + std::to_string(*n) + "}}]";
    });
    start();
  }
  [[nodiscard]] std::string why_not_ready(std::size_t width) const {
    const trace::read::recorded_run run(trace::read::parse_trace(lines).events);
    return trace::read::why(run, {trace::read::why_question::about::not_ready, {}, {}, width}).value();
  }
  [[nodiscard]] std::string order(std::size_t width) const {
    trace::read::report_filter part;
    part.width = width;
    return trace::read::run_report(trace::read::recorded_run(trace::read::parse_trace(lines).events), part);
  }
};

std::size_t rows_of(const std::string& text) {
  return static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n'));
}

} // namespace

TEST_CASE_FIXTURE(loop_fixture,
                  "a loop of reloads is on one screen, with the hook that makes it and its number of rounds") {
  start_loop(5);
  CHECK(why_not_ready(80) ==
        R"(the first converge has not come to its end
queue 'main' waits for the end of the run of global hook '90-report.py' for
    afterAll, which began at 00:00:00.000 (+0.000 s)
it runs global hook '90-report.py' for afterAll, since 00:00:00.000 (+0.000 s)
00:00:00.000 (+0.000 s)  run of global hook '90-report.py' for afterAll in queue
    main: not ended in this trace
because, 0.000 s earlier:
00:00:00.000 (+0.000 s)  reload of all modules (Operator-Startup)
… 4 more rounds like this since 00:00:00.000 (+0.000 s)
because, 0.000 s earlier:
00:00:00.000 (+0.000 s)  reload of all modules (Operator-Startup)
because, 0.000 s earlier:
00:00:00.000 (+0.000 s)  values were changed by the files and the ConfigMap at
    the start (revision 2, ConfigMap version 1004)
because, 0.000 s earlier:
00:00:00.000 (+0.000 s)  the operator was started
)");
  CHECK(why_not_ready(160) ==
        R"(the first converge has not come to its end
queue 'main' waits for the end of the run of global hook '90-report.py' for afterAll, which began at 00:00:00.000 (+0.000 s)
it runs global hook '90-report.py' for afterAll, since 00:00:00.000 (+0.000 s)
00:00:00.000 (+0.000 s)  run of global hook '90-report.py' for afterAll in queue main: not ended in this trace
because, 0.000 s earlier:
00:00:00.000 (+0.000 s)  reload of all modules (Operator-Startup)
… 4 more rounds like this since 00:00:00.000 (+0.000 s)
because, 0.000 s earlier:
00:00:00.000 (+0.000 s)  reload of all modules (Operator-Startup)
because, 0.000 s earlier:
00:00:00.000 (+0.000 s)  values were changed by the files and the ConfigMap at the start (revision 2, ConfigMap version 1004)
because, 0.000 s earlier:
00:00:00.000 (+0.000 s)  the operator was started
)");
}

TEST_CASE_FIXTURE(loop_fixture, "the order of a loop of reloads has a round once") {
  start_loop(5);
  CHECK(order(80) ==
        R"(00:00:00.000 (+0.000 s)  reload of all modules (Operator-Startup)
  because the operator was started
  00:00:00.000              4  discovery of the enabled modules
  00:00:00.000              5  run of module 'db'
  00:00:00.000              5    Helm and release 'db': upgrade, revision 1:
                                 there is no release
  00:00:00.000              5  run of module 'web'
  00:00:00.000              5    Helm and release 'web': upgrade, revision 1:
                                 there is no release
  00:00:00.000              8  run of global hook '90-report.py' for afterAll
  00:00:00.000                   values were changed by global hook
                                 '90-report.py' (revision 3): global.report.at:
                                 (none) -> 1
  00:00:00.000  it begins again, because run of global hook '90-report.py' for
                                        afterAll in queue main
  00:00:00.000              4  discovery of the enabled modules
  00:00:00.000              5  run of module 'db'
  00:00:00.000              5    Helm and release 'db': rendered it, and left it
                                 as it is, revision 1: the manifest is that of
                                 revision 1
  00:00:00.000              5  run of module 'web'
  00:00:00.000              5    Helm and release 'web': rendered it, and left
                                 it as it is, revision 1: the manifest is that
                                 of revision 1
  00:00:00.000              8  run of global hook '90-report.py' for afterAll
  00:00:00.000                   values were changed by global hook
                                 '90-report.py' (revision 4): global.report.at:
                                 1 -> 2
  … and 2 more rounds like this, the last one at 00:00:00.000 (+0.000 s), each
  because global hook '90-report.py' changed global.report.at
  00:00:00.000  it begins again, because run of global hook '90-report.py' for
                                        afterAll in queue main
  00:00:00.000              4  discovery of the enabled modules
  00:00:00.000              5  run of module 'db'
  00:00:00.000              5    Helm and release 'db': rendered it, and left it
                                 as it is, revision 1: the manifest is that of
                                 revision 1
  00:00:00.000              5  run of module 'web'
  00:00:00.000              5    Helm and release 'web': rendered it, and left
                                 it as it is, revision 1: the manifest is that
                                 of revision 1
  00:00:00.000              8  run of global hook '90-report.py' for afterAll:
                               not ended in this trace
)");
  CHECK(rows_of(order(160)) < rows_of(order(80)));
}

TEST_CASE_FIXTURE(loop_fixture, "the answer about a loop is as long after many rounds as after few") {
  start_loop(200);
  CHECK(rows_of(why_not_ready(80)) <= trace::read::screen_rows);
}
