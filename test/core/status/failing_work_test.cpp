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
  }

  TEST_CASE("the texts of failures are those of queues and of lost watches") {
    auto x = test::quiet_platform();
    x.queues = {test::failing_hook_queue("landing", "hooks/a.sh", "exit status 1")};
    x.problems = {{{}, "watch of A is lost", "watch of A is lost"}, {{}, "else", "else"}};
    CHECK_EQ(failure_texts(x), std::vector<std::string>{"exit status 1", "watch of A is lost"});
  }
}
