#include "core/status/hook_runs_behind.hpp"

#include "core/status/platform_status.hpp"
#include "core/status/status_samples.hpp"

#include <doctest/doctest.h>

using namespace core::status;
using namespace core::tasks;

namespace {

dumped_task event_run(const std::string& module, const std::string& hook) {
  return dump_of(run_hook_for_events{.module = module, .hook = hook, .binding_type = "kubernetes", .step = 9}, "main");
}

} // namespace

TEST_SUITE("core/hook_runs_behind") {
  TEST_CASE("a hook's run for an event behind a failed module names the command that lets it run") {
    auto x = test::failing_platform();
    auto& main = x.queues.front();
    CHECK_EQ(step_for_hook_runs_behind(main, "landing"), "");
    main.tasks.push_back(event_run("", "20-zones.sh"));
    main.tasks.push_back(event_run("", "20-zones.sh"));
    const std::string one =
      "the next run of global hook '20-zones.sh' waits behind it: if it is to bring the repair, `addon-operator module "
      "pause landing` lets it run, and then `module resume landing` tries it again";
    CHECK_EQ(step_for_hook_runs_behind(main, "landing"), one);
    CHECK(assemble(x).problems.at(0).next_step.ends_with("; " + one));
    SUBCASE("several are counted") {
      for (const auto* name : {"hooks/b.sh", "hooks/c.sh", "hooks/d.sh"}) main.tasks.push_back(event_run("web", name));
      CHECK_EQ(
        step_for_hook_runs_behind(main, "landing"),
        "the next run of global hook '20-zones.sh', hook 'hooks/b.sh' of module 'web', hook 'hooks/c.sh' of module "
        "'web', 1 more waits behind it: if one of them is to bring the repair, `addon-operator module pause landing` "
        "lets them run, and then `module resume landing` tries it again");
    }
    SUBCASE("a module behind the head holds up nothing") {
      CHECK_EQ(step_for_hook_runs_behind(main, "landing-monitor"), "");
    }
    SUBCASE("a head that has not failed is waited for as usual") {
      main.tasks.front().failures = 0;
      CHECK_EQ(step_for_hook_runs_behind(main, "landing"), "");
    }
  }

  TEST_CASE("a run of a hook in a reload is no run for events") {
    auto x = test::failing_platform();
    x.queues.front().tasks.push_back(dump_of(run_global_hook{"a.sh", run_global_hook::moment::after_all}, "main"));
    CHECK_EQ(step_for_hook_runs_behind(x.queues.front(), "landing"), "");
  }

  TEST_CASE("a failed member of a group at the head holds up the runs behind the group") {
    using namespace std::chrono_literals;
    queue_dump main{"main", queue_order::head_state::running, 0us, false, {}};
    main.tasks.push_back(dump_of(run_modules{}, "main"));
    main.tasks.front().members = {{"landing", group_member::state::failing, 5s, 1, "why"},
                                  {"janitor", group_member::state::over, 0s, 4, "earlier"}};
    main.tasks.push_back(event_run("", "a.sh"));
    CHECK(step_for_hook_runs_behind(main, "landing").starts_with("the next run of global hook 'a.sh' waits behind it"));
    CHECK_EQ(step_for_hook_runs_behind(main, "janitor"), "");
  }
}
