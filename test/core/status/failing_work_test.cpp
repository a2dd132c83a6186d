#include "core/status/failing_work.hpp"

#include "core/status/status_samples.hpp"

#include <doctest/doctest.h>

using namespace core::status;

TEST_SUITE("core/failing_work") {
  TEST_CASE("the hook that fails is that of the task, or that which the failure of a module's run names") {
    auto x = test::failing_platform();
    x.queues.push_back(test::failing_hook_queue("landing", "hooks/a.sh", "exit status 1"));
    using places = std::vector<hook_place>;
    CHECK_EQ(failing_hooks(x.queues), places{{"landing", "hooks/10-host.py"}, {"landing", "hooks/a.sh"}});
    CHECK_FALSE(failing_work_of(x.queues[0]).at(0).is_of_hook);
    CHECK(failing_work_of(x.queues[1]).at(0).is_of_hook);
    x.queues[0].tasks[0].failure = "helm template landing: no";
    CHECK_EQ(failing_hooks(x.queues), places{{"landing", "hooks/a.sh"}});
  }

  TEST_CASE("a module is no victim of its own hook") {
    auto queue = test::failing_hook_queue("landing", "hooks/a.sh", "exit status 1");
    const auto add = [&](const std::string& module) {
      queue.tasks.push_back(
        core::tasks::dump_of(core::tasks::run_hook_for_events{.module = module, .hook = "hooks/b.sh"}, "hooks"));
    };
    add("landing");
    CHECK(held_up_by(queue, failing_work_of(queue).at(0)).empty());
    add("web");
    CHECK_EQ(held_up_by(queue, failing_work_of(queue).at(0)), std::vector<std::string>{"web"});
    // Other tasks pass a task aside.
    auto work = failing_work_of(queue).at(0);
    work.is_aside = true;
    CHECK(held_up_by(queue, work).empty());
  }

  TEST_CASE("a failed task whose next try stands behind the head is failing work, and holds up no module") {
    auto x = test::failing_platform();
    auto& main = x.queues[0];
    main.head = core::tasks::queue_order::head_state::running;
    main.tasks[0].failures = 0;
    main.tasks[1].failures = 1;
    main.tasks[1].failure = "exit status 3: no such tenant";
    const auto work = failing_work_of(main);
    REQUIRE_EQ(work.size(), 1);
    CHECK_EQ(work[0].subject, "module 'landing-monitor'");
    CHECK_EQ(work[0].failure, "exit status 3: no such tenant");
    CHECK(work[0].behind.starts_with("waits for module 'landing', which runs for "));
    CHECK(held_up_by(main, work[0]).empty());
    const auto status = assemble(x);
    REQUIRE_EQ(status.problems.size(), 1);
    CHECK_EQ(status.problems[0].cause, "module 'landing-monitor' has failed once: exit status 3: no such tenant");
    CHECK(status.problems[0].next_step.find("its next try waits for module 'landing'") != std::string::npos);
  }

  TEST_CASE("the first failure of a row is named if the last one is about an object that is being deleted") {
    auto x = test::failing_platform();
    const std::string last =
      "helm upgrade landing: object is being deleted: persistentvolumeclaims \"db\" already exists";
    const std::string first = "resource Job/web/migrate not ready. status: InProgress, message: Job in progress";
    struct row {
      std::string failure, first, hidden;
    };
    for (const auto& [failure, began, hidden] : {row{last, first, first}, row{last, last, ""}, row{last, "", ""},
                                                 row{"helm upgrade landing: no", first, ""}}) {
      CAPTURE(failure);
      x.queues[0].tasks[0].failure = failure;
      x.releases["landing"].first_failure = began;
      CHECK_EQ(hidden_failure_of(failing_work_of(x.queues[0]).at(0), x), hidden);
    }
    x.queues[0].tasks[0].failure = last;
    x.releases["landing"].first_failure = first;
    const auto problem = assemble(x).problems.at(0);
    CHECK(problem.cause.ends_with("already exists; the failures in a row began with: " + first));
    CHECK(problem.next_step.starts_with("Helm has waited in vain for Job web/migrate"));
    CHECK(problem.next_step.find("the old claim db is being deleted") != std::string::npos);
    CHECK_EQ(failure_texts(x), std::vector<std::string>{last, first});
  }

  TEST_CASE("the texts of failures are those of queues and of lost watches") {
    auto x = test::quiet_platform();
    x.queues = {test::failing_hook_queue("landing", "hooks/a.sh", "exit status 1")};
    x.problems = {{{}, "watch of A is lost", "watch of A is lost"}, {{}, "else", "else"}};
    CHECK_EQ(failure_texts(x), std::vector<std::string>{"exit status 1", "watch of A is lost"});
  }
}
