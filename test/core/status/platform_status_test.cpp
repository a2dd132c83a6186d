#include "core/status/platform_status.hpp"

#include "core/status/status_samples.hpp"

#include <doctest/doctest.h>

using namespace core::status;
using namespace std::chrono_literals;

TEST_SUITE("core/platform_status") {
  TEST_CASE("a platform is well if it is ready and has no problem") {
    auto x = test::quiet_platform();
    CHECK(assemble(x).is_well());
    CHECK_EQ(assemble(x).since_us, test::seconds_ago(252));
    x.global_hooks = core::modules::hooks_known::some;
    CHECK_FALSE(assemble(x).is_well());
    x = test::quiet_platform();
    x.ready_us.reset();
    CHECK_FALSE(assemble(x).is_well());
    CHECK_EQ(assemble(x).since_us, test::seconds_ago(300));
    x = test::quiet_platform();
    x.problems.push_back({{}, "ConfigMap key 'x' has no effect", "ConfigMap key 'x' has no effect"});
    CHECK_FALSE(assemble(x).is_well());
  }

  TEST_CASE("a failed head is a problem with its reason, its next try and the modules that wait for it") {
    const auto status = assemble(test::failing_platform());
    REQUIRE_EQ(status.problems.size(), 1);
    CHECK_EQ(status.problems[0].cause,
             "module 'landing' has failed 3 times: hook 'hooks/10-host.py': exit status 1: line 12: KeyError: 'host'");
    CHECK_EQ(
      status.problems[0].next_step,
      "repair hook 'hooks/10-host.py', or the thing that it reads: the words are its own; the next try is in 12 s, "
      "`addon-operator trace why run landing` shows what led to it");
    CHECK_EQ(status.problems[0].waiting, std::vector<std::string>{"landing-monitor"});
    CHECK_EQ(status.problems[0].relief, "addon-operator module pause landing");
    CHECK_EQ(status.problems[0].brief, "module 'landing' fails");
    CHECK_EQ(status.problems[0].since_us, test::seconds_ago(82));
    auto named = test::failing_platform();
    named.queues[0].tasks[0].failure = "module 'landing': helm template landing: no";
    CHECK_EQ(assemble(named).problems.at(0).cause, "module 'landing' has failed 3 times: helm template landing: no");
    REQUIRE_EQ(status.queues.size(), 1);
    CHECK_EQ(status.queues[0].head_state, "waits 12 s after failure 3");
  }

  TEST_CASE("a failing module does not wait for itself, although a further run of it is queued") {
    auto x = test::failing_platform();
    x.queues[0].tasks.push_back(core::tasks::dump_of(core::tasks::run_module{"landing", 1, "AskedFor"}, "main"));
    CHECK_EQ(assemble(x).problems.at(0).waiting, std::vector<std::string>{"landing-monitor"});
    x.queues[0].tasks[0].hook = "hooks/a.sh";
    CHECK_EQ(assemble(x).problems.at(0).waiting, std::vector<std::string>{"landing-monitor"});
  }

  TEST_CASE("the discovery of modules is named in words, and a module that cannot run has a next step") {
    auto x = test::failing_platform();
    x.queues[0].tasks[0] = core::tasks::dump_of(core::tasks::discover_modules{}, "main");
    x.queues[0].tasks[0].failures = 1;
    x.problems.push_back({"module landing", "module 'landing': cannot run: x", "module 'landing': cannot run: x",
                          core::modules::trouble::cannot_run, "landing"});
    const auto status = assemble(x);
    REQUIRE_EQ(status.problems.size(), 2);
    CHECK(status.problems[0].cause.starts_with("the discovery of enabled modules has failed once"));
    CHECK(status.problems[1].next_step.starts_with("repair the file"));
  }

  TEST_CASE("workloads that are not available are problems, of which a few are named") {
    auto x = test::quiet_platform();
    x.workloads.assign(12, {"landing", "Deployment", "web", "front", "0 of 1 replica is available"});
    const auto status = assemble(x);
    CHECK_FALSE(status.is_well());
    REQUIRE_EQ(status.problems.size(), 11);
    CHECK_EQ(status.problems[0].cause,
             "release 'landing': web/Deployment/front is not available: 0 of 1 replica is available");
    CHECK_EQ(status.problems[0].next_step,
             "`kubectl -n web describe deployment front`, then its Pods and their events");
    CHECK_EQ(status.problems[10].cause, "and 2 more workloads are not available");
  }

  TEST_CASE("a release that differs from its chart has a next step, and its module has the number of objects") {
    auto x = test::quiet_platform();
    const auto line = "release 'landing' differs from its chart: x";
    x.problems.push_back({"s", line, line, core::modules::trouble::drifted, "landing"});
    x.modules.at(0).drifted_objects = 2;
    const auto status = assemble(x);
    REQUIRE_EQ(status.problems.size(), 1);
    CHECK(status.problems[0].next_step.starts_with(
      "ask whether the change is meant; if it is not, take it back with the value of the chart, which `addon-operator "
      "module drift landing` shows"));
    x.take_back["landing"] = "`kubectl patch x`";
    const auto step = assemble(x).problems[0].next_step;
    CHECK_MESSAGE(
      step.starts_with("ask whether the change is meant; if it is not, take it back: `kubectl patch x`; if"), step);
    CHECK_EQ(status.modules.at(0).drifted_objects, 2);
  }

  TEST_CASE("hooks that fail are named with their owner, whatever their queue") {
    using namespace core::tasks;
    auto x = test::quiet_platform();
    const auto add = [&](const char* name, const std::string& module) {
      queue_dump queue{name, queue_order::head_state::running, 0us, false, {}};
      queue.tasks.push_back(dump_of(run_hook_for_events{.module = module, .hook = "hooks/a.sh"}, name));
      queue.tasks.front().failures = 1;
      queue.tasks.front().failure = "exit status 2";
      x.queues.push_back(queue);
    };
    add("pods", "landing");
    add("main", "");
    const auto status = assemble(x);
    REQUIRE_EQ(status.problems.size(), 2);
    CHECK_EQ(status.problems[0].cause, "global hook 'hooks/a.sh' has failed once: exit status 2");
    CHECK_EQ(status.problems[0].next_step, "repair the thing that these words name; it is being tried again, "
                                           "`addon-operator trace why run hooks/a.sh` shows "
                                           "what led to it");
    CHECK_EQ(status.problems[1].cause, "hook 'hooks/a.sh' of module 'landing' has failed once: exit status 2");
    CHECK_EQ(status.queues[0].name, "main");
  }

  TEST_CASE("each failed member of a group, and each failed deletion, is a problem") {
    using namespace core::tasks;
    auto x = test::quiet_platform();
    queue_dump main{"main", queue_order::head_state::running, 0us, false, {}};
    main.tasks.push_back(dump_of(run_modules{}, "main"));
    main.tasks.front().members = {{"landing", group_member::state::failing, 5s, 1, "why"},
                                  {"janitor", group_member::state::over, 0s, 4, "earlier"}};
    x.queues.push_back(main);
    REQUIRE_EQ(assemble(x).problems.size(), 1);
    CHECK_EQ(assemble(x).problems[0].cause, "module 'landing' has failed once: why");
    x.queues[0].tasks = {dump_of(delete_module{"janitor"}, "main")};
    x.queues[0].tasks[0].failures = 2;
    x.queues[0].tasks[0].failure = "why not";
    CHECK_EQ(assemble(x).problems[0].cause, "the deletion of module 'janitor' has failed 2 times: why not");
  }

  TEST_CASE("problems are shown with the words that are for private readers") {
    auto x = test::quiet_platform();
    x.problems.push_back({"module 'landing'", "module 'landing': refused", "module 'landing': refused: line 3",
                          core::modules::trouble::cannot_run, "landing", test::seconds_ago(9)});
    CHECK_EQ(assemble(x).problems.at(0).cause, "module 'landing': refused: line 3");
    CHECK_EQ(assemble(x).problems.at(0).since_us, test::seconds_ago(9));
  }

  TEST_CASE("well-known words lead to a step, which is shown before the next try and not twice") {
    auto x = test::failing_platform();
    const std::string words = "has failed: exceeded quota: tenants, requested: pods=1, used: pods=3, limited: pods=3";
    x.queues[0].tasks[0].failure = words;
    x.releases["landing"].warnings = {"upgrade failed, name: landing, error: " + words.substr(12), "deprecated"};
    x.problems.push_back({"a", "a: " + words, "a: " + words});
    const auto status = assemble(x);
    REQUIRE_EQ(status.problems.size(), 2);
    CHECK(
      status.problems[0].next_step.starts_with("`kubectl get resourcequota -A --field-selector metadata.name=tenants"));
    CHECK(status.problems[0].next_step.ends_with("; the next try is in 12 s"));
    CHECK_EQ(status.problems[1].next_step, "the step of problem 1 is for this, too");
    CHECK_EQ(status.remarks, std::vector<std::string>{"helm upgrade landing: deprecated"});
  }

  TEST_CASE("a remark that is cut is not shown beside the problem that has all its words") {
    auto x = test::failing_platform();
    x.queues[0].tasks[0].failure = "has failed: object is being deleted: jobs.batch \"db\" already exists";
    x.releases["landing"].warnings = {"upgrade failed, name: landing, error: object is being deleted: jobs.b…"};
    CHECK(assemble(x).remarks.empty());
    x.releases["landing"].warnings = {"upgrade failed, name: landing, error: another…"};
    CHECK_EQ(assemble(x).remarks.size(), 1);
  }

  TEST_CASE("the message of a controller leads to the step that a refusal has") {
    auto x = test::quiet_platform();
    x.workloads = {{"landing", "Deployment", "web", "front", "0 of 1 replica is available: failed quota: team"}};
    REQUIRE_EQ(assemble(x).problems.size(), 1);
    CHECK(assemble(x).problems[0].next_step.starts_with("the quota team requires such a figure"));
  }

  TEST_CASE("a module whose objects go again and again is not well") {
    auto x = test::quiet_platform();
    const std::string subject = "objects of release 'landing'";
    x.problems = {{subject, subject + ": a has gone 3 times", subject + ": a has gone 3 times"}};
    const auto status = assemble(x);
    REQUIRE_EQ(status.modules.at(0).troubles.size(), 1);
    CHECK_EQ(status.modules[0].troubles[0], "objects of its release go again and again (problem 1)");
    CHECK_EQ(status.problems.at(0).brief, "objects of release 'landing' go again and again");
  }

  TEST_CASE("objects that are being deleted are named in the headline without their time") {
    auto x = test::quiet_platform();
    const std::string subject = "objects of release 'landing' that are being deleted";
    const auto line = subject
                      + ": web/ConfigMap/a is being deleted since 2026-11-25 03:15:00, held by the finalizer "
                        "example.com/hold";
    x.problems = {{subject, line, line}};
    const auto problem = assemble(x).problems.at(0);
    CHECK_EQ(problem.brief, "objects of release 'landing' are being deleted");
    CHECK_EQ(problem.module, "landing");
  }

  TEST_CASE("a kind that has gone is named in the headline") {
    auto x = test::quiet_platform();
    const std::string line = "watch of Rail, for hook 'hooks/a.sh' of module 'landing' is lost since "
                             "2026-11-26T21:37:46Z: the API server does not serve the kind any more, so all its "
                             "objects count as deleted";
    x.problems = {{{}, line, line}};
    const auto status = assemble(x);
    REQUIRE_EQ(status.problems.size(), 1);
    CHECK_EQ(status.problems[0].brief, "the kind Rail has gone");
    CHECK(status.problems[0].next_step.find("the objects of Rail made anew") != std::string::npos);
    CHECK_EQ(status.modules[0].troubles.at(0), "a hook's kind Rail has gone (problem 1)");
  }

  TEST_CASE("a refused login is one problem, and a hold names the problem that comes first") {
    auto x = test::quiet_platform();
    const std::string lost = "watch of Pod is lost since 2026-11-26T21:37:46Z: Unauthorized";
    x.problems = {{{}, lost, lost}, {{}, lost, lost}};
    x.around.login = {"token file /a", "renew it"};
    REQUIRE_EQ(assemble(x).problems.size(), 1);
    CHECK_EQ(assemble(x).problems[0].next_step, "renew it");
    const std::string waits = "global hooks wait for objects: hook 'hooks/a.sh', binding 'b': no answer";
    const std::string hold = "release of module 'landing' is held: set by hooks: global hook 'hooks/a.sh'";
    x.problems = {{"g", waits, waits}, {"r", hold, hold, core::modules::trouble::held, "landing"}};
    REQUIRE_EQ(assemble(x).problems.size(), 2);
    CHECK(assemble(x).problems[1].next_step.starts_with("solve problem 1 first"));
  }

  TEST_CASE("a hook whose module does not run has no pause that lets others run") {
    auto x = test::failing_platform();
    x.queues[0].tasks[0].hook = "hooks/a.sh";
    CHECK_EQ(assemble(x).problems.at(0).relief, "");
  }
}
