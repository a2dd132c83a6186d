#include "support/operator_fixture.hpp"

#include <algorithm>

using test::operator_fixture;
using test::v1;
using namespace std::chrono_literals;

namespace {

/// Three modules with slow hooks, and a module that is switched on and off. A storm is ten changes of flags
/// and 25 edits per second.
struct storm_fixture : operator_fixture {
  storm_fixture() {
    for (const auto* name : {"010-a", "020-b", "030-c", "040-switched"}) module(name);
    for (const auto* script : {"a/run.sh", "b/run.sh", "c/run.sh"})
      hook(script, v1("beforeHelm: 1"), [](test::hook_run& run) { run.end = test::fake_end::goes_on(); });
  }

  /// Lets time pass; ends a hook that has run for 60 ms.
  void step() {
    advance(10ms);
    const auto running = processes().running();
    if (running != running_) {
      running_ = running;
      age_ = 0;
    } else if (++age_ == 6) {
      for (const auto id : running) processes().finish(id, 0);
      run();
    }
  }

  void storm(int steps) {
    const std::string sections[] = {"a", "b", "c"};
    for (int i = 0; i < steps; ++i) {
      if (i % 10 == 0) set_config("switchedEnabled", i % 20 == 0 ? "false" : "true");
      if (i % 4 == 0) set_config(sections[i / 4 % 3], "edit: " + std::to_string(i) + "\n");
      step();
    }
  }

private:
  std::vector<sys::process::process_id> running_;
  int age_ = 0;
};

/// A module that succeeds, followed by a module that fails.
struct failing_fixture : operator_fixture {
  failing_fixture() {
    module("010-web");
    module("020-bad");
    hook("web/run.sh", v1("beforeHelm: 1"));
    hook("bad/run.sh", v1("beforeHelm: 1"), [](test::hook_run& run) { run.failure = "no disk"; });
  }
};

} // namespace

TEST_CASE_FIXTURE(storm_fixture, "while flags and values change faster than the modules run, everybody has a turn") {
  start();
  storm(2000);
  const std::size_t turns[] = {runs_of("a/run.sh").size(), runs_of("b/run.sh").size(), runs_of("c/run.sh").size()};
  CAPTURE(turns[0]);
  CAPTURE(turns[1]);
  CAPTURE(turns[2]);
  CHECK(*std::min_element(std::begin(turns), std::end(turns)) >= 20);
  CHECK(turns[0] <= 4 * turns[2]);

  set_config("switchedEnabled", "true");
  for (int i = 0; i < 200; ++i) step();
  CHECK(describe().enabled_modules == std::vector<std::string>{"a", "b", "c", "switched"});
  CHECK(describe().reload_tasks == 0);
  CHECK(last_run("a/run.sh").value("/a/edit") == text::json(1992));
  CHECK(last_run("b/run.sh").value("/b/edit") == text::json(1996));
  CHECK(last_run("c/run.sh").value("/c/edit") == text::json(1988));
}

TEST_CASE_FIXTURE(operator_fixture, "a run that waits for its list does not hold up for ever a reload that is held") {
  module("010-slow");
  module("020-waits");
  hook("slow/run.sh", v1("beforeHelm: 1"), [](test::hook_run& run) { run.end = test::fake_end::goes_on(); });
  hook("waits/pods.sh", v1("kubernetes: [{name: pods, kind: Pod}]"));
  api().hold({"GET", "/pods"});
  start();
  const auto end_runs = [this] {
    for (const auto id : processes().running()) processes().finish(id, 0);
    run();
  };
  // Two rounds are cut short. The third round is protected, so the last edit is held.
  for (int i = 0; i < 3; ++i) {
    set_config("global", "edit: " + std::to_string(i) + "\n");
    run();
    end_runs();
  }
  const auto before = runs_of("slow/run.sh").size();
  advance(3min);
  CHECK(runs_of("slow/run.sh").size() > before);
  CHECK(last_run("slow/run.sh").value("/global/edit") == text::json(2));
}

TEST_CASE_FIXTURE(failing_fixture, "ten commits a second to a module that fails are not ten tries a second") {
  start();
  const auto before = runs_of("bad/run.sh").size();
  for (int i = 0; i < 600; ++i) {
    set_config("bad", "edit: " + std::to_string(i) + "\n");
    advance(100ms);
  }
  CHECK(runs_of("bad/run.sh").size() - before <= 13);
  CHECK(runs_of("bad/run.sh").size() - before >= 10);
}

TEST_CASE_FIXTURE(failing_fixture, "ten reloads a second are not ten tries a second of a module that fails") {
  start();
  const auto before = runs_of("bad/run.sh").size();
  for (int i = 0; i < 600; ++i) {
    set_config("global", "edit: " + std::to_string(i) + "\n");
    advance(100ms);
  }
  CHECK(runs_of("bad/run.sh").size() - before <= 13);
  CHECK(runs_of("bad/run.sh").size() - before >= 10);
  CHECK_FALSE(describe().problems.empty());
}

TEST_CASE_FIXTURE(operator_fixture, "values that change during each try of a module that fails do not fill its queue") {
  module("010-web");
  hook("web/run.sh", v1("beforeHelm: 1"), [](test::hook_run& run) { run.end = test::fake_end::goes_on(); });
  start();
  for (int edit = 0; edit < 20; ++edit) {
    REQUIRE(processes().running().size() == 1);
    set_config("web", "edit: " + std::to_string(edit) + "\n");
    run();
    processes().finish(processes().running().front(), 1);
    advance(30s);
  }
  CHECK(runs_of("web/run.sh").size() == 21);
  const auto metrics = metrics_text();
  const auto at = metrics.find("tasks_queue_length{queue=\"main\"} ");
  REQUIRE(at != std::string::npos);
  // The current run, the reload, and the run that was requested since.
  CHECK(metrics.substr(at).starts_with("tasks_queue_length{queue=\"main\"} 3\n"));
}

TEST_CASE_FIXTURE(failing_fixture, "values of one module are no reason to try another one") {
  start();
  const auto before = runs_of("bad/run.sh").size();
  for (int i = 0; i < 40; ++i) {
    set_config("web", "edit: " + std::to_string(i) + "\n");
    advance(100ms);
  }
  CHECK(runs_of("bad/run.sh").size() == before);
}

TEST_CASE_FIXTURE(failing_fixture, "values that repair a module are tried at once") {
  start();
  replay("bad/run.sh", {});
  set_config("bad", "edit: 1\n");
  run();
  CHECK(describe().problems.empty());
}
