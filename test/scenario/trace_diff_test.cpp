// The output of `trace diff` for two recorded runs of a whole operator.
#include "support/recorded_operator.hpp"
#include "trace/read/run_diff.hpp"

#include <doctest/doctest.h>

#include <memory>
#include <string>

using test::goes_on_once;
using test::v1;
using namespace std::chrono_literals;

namespace {

void describe_platform(test::recorded_operator& run) {
  run.module("005-db");
  run.hook("db/slow.sh", v1("beforeHelm: 1"));
  run.hook("web/a.sh", v1("onStartup: 1\nbeforeHelm: 2"));
  run.hook("web/b.sh", v1("beforeHelm: 1"));
}

std::string diff(const test::recorded_operator& a, const test::recorded_operator& b) {
  return trace::read::run_diff(trace::read::recorded_run(trace::read::parse_trace(a.lines).events),
                               trace::read::recorded_run(trace::read::parse_trace(b.lines).events));
}

} // namespace

TEST_CASE("two runs of a platform differ in what its modules, its hooks and its ConfigMap made different") {
  test::recorded_operator before;
  describe_platform(before);
  before.start();
  before.set_config("web", "replicas: 2\n");
  before.run();

  test::recorded_operator after;
  describe_platform(after);
  after.module("020-new");
  // The hook runs later than in the first run, and sets a value.
  after.hook("web/b.sh", v1("beforeHelm: 3"), test::sets("/web/seen", "1"));
  after.replay("db/slow.sh", goes_on_once());
  after.replay("web/a.sh", [tries = std::make_shared<int>(0)](test::hook_run& run) {
    if (++*tries == 2) run.failure = "no";
  });
  after.start();
  after.advance(2s);
  after.finish_running();
  after.advance(30s);
  after.set_config("web", "replicas: 3\n");
  after.run();

  CHECK(diff(before, before).empty());
  CHECK(diff(before, after) == R"(only in B:
  00:00:00.000 (+0.000 s)              value new by the files and the ConfigMap at the start: {}
  00:00:00.000 (+0.000 s)              value newEnabled by the files and the ConfigMap at the start: true
  00:00:07.000 (+7.000 s)              run of module 'new': done
  00:00:07.000 (+7.000 s)              value web.seen by hook 'hooks/b.sh' of module 'web': 1

other results:
  run of module 'web'
      A: done (x2)
      B: failed: hook 'hooks/a.sh': cmd run: exit status 1: no, done (x2)
  hook 'hooks/a.sh' of module 'web' for beforeHelm
      A: done (x2)
      B: failed: cmd run: exit status 1: no, done (x2)
  value web.replicas by the ConfigMap
      A: 2
      B: 3

other order:
  hook 'hooks/b.sh' of module 'web' for beforeHelm
      A: after hook 'hooks/a.sh' of module 'web' for onStartup
      B: after hook 'hooks/a.sh' of module 'web' for beforeHelm

slower in B:
      +7.000 s  reload of all modules (Operator-Startup): 0.000 s in A, 7.000 s in B
      +2.000 s  run of module 'db': 0.000 s in A, 2.000 s in B
      +2.000 s  hook 'hooks/slow.sh' of module 'db' for beforeHelm: 0.000 s in A, 2.000 s in B
)");
}
