#include "core/status/hook_status.hpp"

#include "core/status/status_samples.hpp"

#include <doctest/doctest.h>

using namespace core::status;
using namespace std::chrono_literals;

namespace {

std::vector<hook_status> two_hooks() {
  core::bindings::hook_definition night{.name = "hooks/night.sh"};
  night.schedules.push_back({.crontab = "0 4 * * *", .queue = "night"});
  night.schedules.push_back({.crontab = "30 3 * * *"});
  core::bindings::hook_definition start{.name = "start.sh"};
  start.lifecycle.push_back({core::bindings::lifecycle_point::on_startup, 1});
  using core::bindings::hook_registry;
  const hooks_by_owner owners{{"", std::make_shared<const hook_registry>(std::vector{start})},
                              {"web", std::make_shared<const hook_registry>(std::vector{night})}};
  const hook_run_ends runs{{{"web", "hooks/night.sh"}, {test::seconds_ago(60), 1500ms, true, "no such host"}}};
  return list_hooks(owners, runs, test::status_now_us, base::only_utc);
}

} // namespace

TEST_SUITE("core/hook_status") {
  TEST_CASE("each hook has its bindings, queues, last run and next tick") {
    CHECK_EQ(text_of(two_hooks(), test::status_now_us, 160),
             "global start.sh\n"
             "  onStartup\n"
             "  has not run yet\n"
             "web hooks/night.sh\n"
             "  schedule '0 4 * * *', schedule '30 3 * * *'\n"
             "  queue main, night\n"
             "  last run 2026-11-25 03:14:32 (1 min 0 s ago), took 1.5 s, FAILED: no such host\n"
             "  next tick 2026-11-25 03:30:00 (in 14 min 28 s)\n");
    CHECK_EQ(text_of({}, test::status_now_us, 80), "No hooks are known.\n");
  }

  TEST_CASE("a failure that is allowed is a remark, unless the hook is a problem already") {
    auto hooks = two_hooks();
    auto all = test::quiet_platform();
    CHECK(allowed_failures(hooks, all).empty());
    for (auto& x : hooks) x.may_fail = true;
    REQUIRE_EQ(allowed_failures(hooks, all).size(), 1);
    CHECK_EQ(allowed_failures(hooks, all)[0],
             "hook 'hooks/night.sh' of module 'web' has failed at 2026-11-25 03:14:32, which its binding allows "
             "(allowFailure): no such host; it has had no success since the start");
    all.queues = {test::failing_hook_queue("web", "hooks/night.sh", "exit status 1")};
    CHECK(allowed_failures(hooks, all).empty());
    core::bindings::hook_definition often{.name = "often.sh"};
    often.schedules.push_back({.crontab = "* * * * *", .allow_failure = true});
    const hooks_by_owner owners{{"", std::make_shared<const core::bindings::hook_registry>(std::vector{often})}};
    CHECK(list_hooks(owners, {}, test::status_now_us, base::only_utc).at(0).may_fail);
  }

  TEST_CASE("a crontab that never fires has a line, and is a problem if its module is on") {
    core::bindings::hook_definition month_end{.name = "30-license.sh"};
    month_end.schedules.push_back({.crontab = "30 4 31 4,6,9,11 *"});
    using core::bindings::hook_registry;
    const auto registry = std::make_shared<const hook_registry>(std::vector{month_end});
    const auto hooks = list_hooks({{"", registry}, {"landing", registry}, {"janitor", registry}}, {},
                                  test::status_now_us, base::only_utc);
    CHECK(text_of(hooks, test::status_now_us, 160)
            .starts_with("global 30-license.sh\n"
                         "  schedule '30 4 31 4,6,9,11 *'\n"
                         "  queue main\n"
                         "  has not run yet\n"
                         "  crontab '30 4 31 4,6,9,11 *': never: no such day\n"));
    CHECK(json_of(hooks).dump().find(R"("neverDue":["30 4 31 4,6,9,11 *"])") != std::string::npos);
    const auto problems = never_due_problems(hooks, test::quiet_platform().modules);
    REQUIRE_EQ(problems.size(), 2);
    CHECK_EQ(problems[0].cause, "global hook '30-license.sh': crontab '30 4 31 4,6,9,11 *' never fires: its months "
                                "have no such day");
    CHECK(problems[1].cause.starts_with("hook '30-license.sh' of module 'landing': crontab"));
    CHECK(never_due_problems(two_hooks(), {}).empty());
  }

  TEST_CASE("a hook of a webhook has its webhooks, and its last review apart from its other runs") {
    using core::webhooks::webhook_standing;
    auto hooks = two_hooks();
    const webhook_standings all{{"web", "hooks/night.sh", webhook_standing::kind::validating, "a.x.io",
                                 webhook_standing::state::unasked, "forbidden"},
                                {"", "start.sh", webhook_standing::kind::conversion, "tabs.x.io"}};
    const hook_run_ends reviews{{{"web", "hooks/night.sh"}, {test::seconds_ago(30), 200ms, false, {}}},
                                {{"", "start.sh"}, {test::seconds_ago(1), 200ms, true, "no"}}};
    add_webhooks(hooks, all, reviews);
    CHECK_EQ(text_of(hooks, test::status_now_us, 160),
             "global start.sh\n"
             "  onStartup\n"
             "  conversion tabs.x.io: asked\n"
             "  last review 2026-11-25 03:15:31 (1.0 s ago), took 0.2 s, FAILED: no\n"
             "web hooks/night.sh\n"
             "  schedule '0 4 * * *', schedule '30 3 * * *'\n"
             "  validating a.x.io: not asked: forbidden\n"
             "  queue main, night\n"
             "  last run 2026-11-25 03:14:32 (1 min 0 s ago), took 1.5 s, FAILED: no such host\n"
             "  last review 2026-11-25 03:15:02 (30 s ago), took 0.2 s\n"
             "  next tick 2026-11-25 03:30:00 (in 14 min 28 s)\n");
    const auto json = json_of(hooks).dump();
    CHECK_MESSAGE(json.find(R"("lastReview":{"ended":"2026-11-25T03:15:31Z","failed":true,"failure":"no")")
                    != std::string::npos,
                  json);
    CHECK(json.find(R"("webhooks":[{"hook":"start.sh","kind":"conversion","name":"tabs.x.io","state":"asked"}])")
          != std::string::npos);
  }

  TEST_CASE("programs get the same") {
    CHECK_EQ(json_of(two_hooks()).dump(),
             R"({"hooks":[{"bindings":"onStartup","name":"start.sh","queues":[]},{"bindings":"schedule '0 4 * * *', )"
             R"(schedule '30 3 * * *'","lastRun":{"ended":"2026-11-25T03:14:32Z","failed":true,"failure":"no such )"
             R"(host","seconds":1.5},"module":"web","name":"hooks/night.sh","nextTick":"2026-11-25T03:30:00Z",)"
             R"("queues":["main","night"]}]})");
  }
}
