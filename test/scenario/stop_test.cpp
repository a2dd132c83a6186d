#include "support/operator_fixture.hpp"

#include <csignal>

using test::operator_fixture;
using test::v1;
using namespace std::chrono_literals;

namespace {

struct stop_fixture : operator_fixture {
  stop_fixture() {
    module("010-web");
    module("020-last");
    chart("web", "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: web}\n");
    hook("web/a.sh", v1("beforeHelm: 1"));
    hook("last/a.sh", v1("beforeHelm: 1"));
  }
};

} // namespace

TEST_CASE_FIXTURE(stop_fixture, "a stop while nothing runs ends at once, and says so once") {
  start();
  stop();
  CHECK(exit_codes() == std::vector<int>{0});
  advance(1h);
  CHECK(exit_codes().size() == 1);
  CHECK(api().open_watches() == 0);
}

TEST_CASE_FIXTURE(stop_fixture, "a stop ends the hook that runs, and nothing more begins") {
  replay("web/a.sh", [](test::hook_run& run) { run.end = test::fake_end::goes_on(); });
  start();
  CHECK(take_journal() == "web/a.sh beforeHelm");
  stop();
  CHECK(exit_codes() == std::vector<int>{0});
  CHECK(processes().running().empty());
  REQUIRE(processes().signals().size() == 1);
  CHECK(processes().signals().front().second == SIGTERM);
  advance(1h);
  CHECK(take_journal().empty());
  CHECK(exit_codes().size() == 1);
}

TEST_CASE_FIXTURE(stop_fixture, "a hook that ignores SIGTERM is killed when the grace period is over") {
  replay("web/a.sh", [](test::hook_run& run) { run.end = test::fake_end::ignores_sigterm(); });
  start();
  stop();
  CHECK(exit_codes().empty());
  advance(setup.stop_grace - 1ms);
  CHECK(exit_codes().empty());
  advance(1ms);
  CHECK(exit_codes() == std::vector<int>{0});
  CHECK(processes().signals().back().second == SIGKILL);
  CHECK(processes().running().empty());
}

TEST_CASE_FIXTURE(stop_fixture, "helm may finish within half of the grace period, so that no release is left pending") {
  helm().next_end = test::fake_end::goes_on();
  // The first run of Helm is `version`, which the test does not hold.
  start();
  CHECK(take_journal() == "web/a.sh beforeHelm; helm upgrade web");
  REQUIRE(processes().running().size() == 1);
  stop();
  CHECK(processes().signals().empty());
  advance(1s);
  processes().finish(processes().running().front(), 0);
  run();
  CHECK(exit_codes() == std::vector<int>{0});
  CHECK(processes().signals().empty());
  CHECK_MESSAGE(take_journal().empty(), "the afterHelm hooks and the next module do not run");
}

TEST_CASE_FIXTURE(stop_fixture, "a stop during the start-up ends before anything has begun") {
  api().hold({"GET", "/configmaps"});
  start();
  stop();
  CHECK(exit_codes() == std::vector<int>{0});
  api().release();
  run();
  advance(1h);
  CHECK(take_journal().empty());
  CHECK(exit_codes().size() == 1);
}
