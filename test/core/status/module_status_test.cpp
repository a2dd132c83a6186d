#include "core/status/module_status.hpp"

#include "core/status/status_samples.hpp"

#include <doctest/doctest.h>

using namespace core::status;
using namespace std::chrono_literals;

namespace {

std::string text_of_module(const status_facts& all, std::size_t i) {
  return text_of(status_of(all.modules[i], all).now);
}

} // namespace

TEST_SUITE("core/module_status") {
  TEST_CASE("a module without a task is as its last run, or off") {
    const auto x = test::quiet_platform();
    CHECK_EQ(text_of_module(x, 0), "ok");
    CHECK_EQ(text_of_module(x, 2), "off: no source has a flag janitorEnabled");
    const auto status = status_of(x.modules[0], x);
    CHECK_EQ(status.revision, 4);
    CHECK_EQ(status.release_status, "deployed");
  }

  TEST_CASE("a module whose last run failed and that has no task has failed, and did run") {
    auto x = test::quiet_platform();
    x.modules[0].last_run->failure = "exit status 3";
    CHECK_EQ(text_of_module(x, 0), "failed once; its next try comes with the next run of the module");
    x.modules[0].last_run.reset();
    CHECK_EQ(text_of_module(x, 0), "has not run yet");
  }

  TEST_CASE("a module is neither on nor off before the first discovery") {
    auto x = test::quiet_platform();
    x.modules[2].is_decided = false;
    CHECK_EQ(text_of_module(x, 2), "on or off is not decided yet");
    CHECK_EQ(std::string(name(status_of(x.modules[2], x).now)), "undecided");
  }

  TEST_CASE("a module that has failed says when it is tried again, and another what it waits for") {
    auto x = test::failing_platform();
    CHECK_EQ(text_of_module(x, 0), "failed 3 times, next try in 12 s");
    CHECK_EQ(text_of_module(x, 1), "waits for module 'landing', which has failed 3 times");
    CHECK_EQ(reason_of(status_of(x.modules[0], x).now), x.queues[0].tasks[0].failure);
    x.queues[0].head = core::tasks::queue_order::head_state::running;
    CHECK_EQ(text_of_module(x, 0), "failed 3 times, is being tried again");
    x.queues[0].tasks[0].failures = 0;
    x.queues[0].tasks[0].waits = 7s;
    CHECK_EQ(text_of_module(x, 0), "runs for 7.0 s");
    CHECK_EQ(text_of_module(x, 1), "waits for module 'landing', which runs for 7.0 s");
  }

  TEST_CASE("a failed module whose next try stands behind another module fails, and does not only wait") {
    auto x = test::failing_platform();
    x.queues[0].tasks[1].failures = 2;
    const auto status = status_of(x.modules[1], x);
    CHECK_EQ(std::string(name(status.now)), "failing");
    CHECK_EQ(text_of(status.now), "failed 2 times; its next try waits for module 'landing', which has failed 3 times");
  }

  TEST_CASE("a paused module says so, also if it is switched off meanwhile") {
    auto x = test::quiet_platform();
    x.modules[0].pause = "since 2026-01-02T03:04:05Z by uid 0: disk";
    x.modules[2].pause = "";
    const auto status = status_of(x.modules[0], x);
    CHECK_EQ(text_of(status.now), "paused (since 2026-01-02T03:04:05Z by uid 0: disk)");
    CHECK_EQ(reason_of(status.now), "since 2026-01-02T03:04:05Z by uid 0: disk");
    CHECK_EQ(std::string(name(status.now)), "paused");
    CHECK_EQ(text_of_module(x, 2), "paused");
  }

  TEST_CASE("a run of a hook for events is no run of its module") {
    auto x = test::quiet_platform();
    core::tasks::queue_dump main{"main", core::tasks::queue_order::head_state::running, 0us, false, {}};
    main.tasks.push_back(
      core::tasks::dump_of(core::tasks::run_hook_for_events{.module = "landing", .hook = "hooks/a.sh"}, "main"));
    x.queues.push_back(main);
    CHECK_EQ(text_of_module(x, 0), "ok");
  }

  TEST_CASE("each member of a group has a state of its own") {
    using core::tasks::group_member;
    auto x = test::quiet_platform();
    core::tasks::queue_dump main{"main", core::tasks::queue_order::head_state::running, 0us, false, {}};
    main.tasks.push_back(core::tasks::dump_of(core::tasks::run_modules{}, "main"));
    main.tasks.front().members = {{"landing", group_member::state::failing, 5s, 1, "why"},
                                  {"landing-monitor", group_member::state::ready, 3s}};
    x.queues.push_back(main);
    CHECK_EQ(text_of_module(x, 0), "failed once, next try in 5.0 s");
    CHECK_EQ(text_of_module(x, 1), "waits 3.0 s for a place");
    x.queues[0].tasks[0].members[1].now = group_member::state::running;
    CHECK_EQ(text_of_module(x, 1), "runs for 3.0 s");
    x.queues[0].tasks[0].members[1].now = group_member::state::over;
    CHECK_EQ(text_of_module(x, 1), "ok");
  }

  TEST_CASE("what keeps a module from running comes before its last run") {
    using core::modules::trouble;
    auto x = test::quiet_platform();
    const auto with = [&](trouble kind) {
      x.problems = {{"module 'landing'", "line", "line in full", kind, "landing"}};
      return status_of(x.modules[0], x).now;
    };
    CHECK_EQ(std::string(name(with(trouble::cannot_run))), "cannotRun");
    CHECK_EQ(reason_of(with(trouble::cannot_run)), "line in full");
    CHECK_EQ(std::string(name(with(trouble::held))), "held");
    CHECK_EQ(text_of(with(trouble::waits)), "waits: line in full");
    CHECK_EQ(std::string(name(with(trouble::other))), "well");
    x.modules[0].doubt = "its script is in doubt";
    CHECK_EQ(reason_of(status_of(x.modules[0], x).now), "its script is in doubt");
    x.modules[0].doubt.clear();
    x.modules[0].is_held_back = true;
    CHECK_EQ(std::string(name(status_of(x.modules[0], x).now)), "cannotRun");
    x.modules[0] = {.name = "landing", .is_enabled = true};
    CHECK_EQ(text_of_module(x, 0), "has not run yet");
  }
}
