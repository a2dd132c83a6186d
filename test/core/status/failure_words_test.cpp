#include "core/status/failure_words.hpp"

#include "base/log_hint.hpp"
#include "core/status/status_samples.hpp"

#include <doctest/doctest.h>

using namespace core::status;

namespace {

/// The failure of module `landing` as it is shown.
std::string shown(status_facts x, const std::string& failure) {
  x.queues[0].tasks[0].failure = failure;
  show_words(x);
  return x.queues[0].tasks[0].failure;
}

} // namespace

TEST_SUITE("core/failure_words") {
  TEST_CASE("the words of a hook are shown with the failure of the run of its module") {
    auto x = test::failing_platform();
    x.hook_runs[{"landing", "hooks/a.py"}] = {0, {}, true, "KeyError: 'host'"};
    const auto failure = "hook 'hooks/a.py': exit status 1" + base::log_hint("hook_failed");
    CHECK_EQ(shown(x, failure), "hook 'hooks/a.py': exit status 1: KeyError: 'host'");
    CHECK_EQ(shown(x, "hook 'hooks/b.py': exit status 1" + base::log_hint("hook_failed")),
             "hook 'hooks/b.py': exit status 1 (details are in the log: hook_failed)");
    x.hook_runs[{"landing", "hooks/a.py"}].words.clear();
    CHECK_EQ(shown(x, failure), failure);
  }

  TEST_CASE("the words of Helm are shown with the failure of its release, also of a member and of a last run") {
    auto x = test::failing_platform();
    const auto failure = "module 'landing': helm template landing: has failed" + base::log_hint("helm_failed");
    const auto with_words = "module 'landing': helm template landing: has failed: templates/all.yaml:6:35: no";
    x.releases["landing"].failure = "templates/all.yaml:6:35: no";
    CHECK_EQ(shown(x, failure), with_words);
    x.modules[0].last_run->failure = failure;
    x.queues[0].tasks[0].members = {{"landing", core::tasks::group_member::state::failing, {}, 1, failure}};
    show_words(x);
    CHECK_EQ(x.modules[0].last_run->failure, with_words);
    CHECK_EQ(x.queues[0].tasks[0].members[0].failure, with_words);
    CHECK_EQ(shown(x, "x" + base::log_hint("module_cannot_run")), "x (details are in the log: module_cannot_run)");
  }

  TEST_CASE("the fault of a chart, which all readers see, is not shown twice") {
    auto x = test::failing_platform();
    auto& release = x.releases["landing"];
    release.failure = "templates/a.yaml:6:35 executing \"a\" at <.b>: nil pointer evaluating interface {}.b";
    release.fault = "templates/a.yaml:6:35: nil pointer evaluating interface {}.b";
    const std::string begin = "module 'landing': helm template landing: has failed: ";
    CHECK_EQ(shown(x, begin + release.fault + base::log_hint("helm_failed")), begin + release.failure);
    // Another failure of Helm has come since.
    CHECK_EQ(shown(x, begin + "other.yaml:1: EOF" + base::log_hint("helm_failed")),
             begin + "other.yaml:1: EOF: " + release.failure);
  }

  TEST_CASE("the words of Helm are shown with the failure of a module that others pass") {
    auto x = test::failing_platform();
    auto& main = x.queues[0];
    main.aside.push_back(main.tasks[0]);
    main.aside[0].failure = "helm upgrade landing: has failed" + base::log_hint("helm_failed");
    x.releases["landing"].failure = "context deadline exceeded";
    show_words(x);
    CHECK_EQ(main.aside[0].failure, "helm upgrade landing: has failed: context deadline exceeded");
  }

  TEST_CASE("the words of an enabled script are shown with the failure of the discovery") {
    auto x = test::failing_platform();
    x.hook_runs[{"landing", script_name}] = {0, {}, true, "cannot read the region"};
    CHECK_EQ(shown(x, "module 'landing': enabled script /m/landing/enabled: exit status 1"
                        + base::log_hint("enabled_script_failed")),
             "module 'landing': enabled script /m/landing/enabled: exit status 1: cannot read the region");
  }

  TEST_CASE("the hook of a task for events is known by the task") {
    using namespace core::tasks;
    auto x = test::failing_platform();
    x.queues[0].tasks[0] = dump_of(run_hook_for_events{.module = "landing", .hook = "hooks/a.py"}, "main");
    x.hook_runs[{"landing", "hooks/a.py"}] = {0, {}, true, "no such host"};
    CHECK_EQ(shown(x, "exit status 1" + base::log_hint("hook_failed")), "exit status 1: no such host");
  }
}
