#include "core/status/slow_work.hpp"

#include "core/status/status_samples.hpp"
#include "core/status/status_text.hpp"

#include <doctest/doctest.h>

using namespace core::status;
using namespace std::chrono_literals;

namespace {

/// `landing` has run for 13 s, and a run is slow after 8 s.
status_facts slow_platform() {
  auto x = test::quiet_platform();
  x.slow_after = 8s;
  core::tasks::queue_dump main{"main", core::tasks::queue_order::head_state::running, {}, false, {}};
  main.tasks.push_back(core::tasks::dump_of(core::tasks::run_module{"landing", 1, "Startup"}, "main"));
  main.tasks.front().waits = 13s;
  x.queues.push_back(std::move(main));
  return x;
}

std::string text_at(std::size_t columns) {
  auto x = slow_platform();
  x.answers = {4s, 20};
  auto status = assemble(x);
  for (auto& problem : slow_module_problems(x, {})) status.problems.push_back(std::move(problem));
  const auto text = text_of_status(status, columns);
  return text.substr(0, text.find("\nModules"));
}

} // namespace

TEST_SUITE("core/slow_work") {
  TEST_CASE("an API server is slow from a median of more than one second on") {
    struct row {
      answer_facts facts;
      bool is_slow;
    };
    for (const auto& x : {row{{0us, 0}, false}, row{{20ms, 20}, false}, row{{1s, 20}, false}, row{{1100ms, 20}, true},
                          row{{4s, 5}, true}}) {
      CAPTURE(x.facts.median.count());
      CHECK_EQ(slow_answer_problems(x.facts).empty(), !x.is_slow);
    }
    CHECK(slow_answer_problems({4s, 20}).at(0).cause.starts_with(
      "the API server takes 4.0 s to answer (median of the last 20 answers)"));
  }

  TEST_CASE("a run of a module is slow without a slow program, and is named once") {
    const core::tasks::lasting_run quick{"helm upgrade landing", "2026-11-25T03:15:22Z", 0, false};
    const core::tasks::lasting_run slow{"hook 'a.sh' of module 'landing' (beforeHelm)", "2026-11-25T03:15:22Z", 0,
                                        true};
    const core::tasks::lasting_run other{"hook 'a.sh' of module 'landing-monitor' (beforeHelm)", "", 0, true};
    auto x = slow_platform();
    REQUIRE_EQ(slow_module_problems(x, {}).size(), 1);
    CHECK(slow_module_problems(x, {other}).at(0).cause.ends_with("it makes requests, or waits for objects"));
    CHECK(slow_module_problems(x, {quick}).at(0).cause.ends_with("its present program for less than that"));
    CHECK(slow_module_problems(x, {slow}).empty());
    x.slow_after = 13s;
    CHECK(slow_module_problems(x, {}).empty());
    x = slow_platform();
    x.problems.push_back({"a", "waits", "waits", core::modules::trouble::waits, "landing"});
    CHECK(slow_module_problems(x, {}).empty());
    x = slow_platform();
    x.queues[0].head = core::tasks::queue_order::head_state::waiting;
    CHECK(slow_module_problems(x, {}).empty());
  }

  TEST_CASE("a running member of a group is slow by its own time") {
    auto x = slow_platform();
    auto& head = x.queues[0].tasks.front();
    head.module.clear();
    head.members.push_back({"landing", core::tasks::group_member::state::running, 9s});
    head.members.push_back({"landing-monitor", core::tasks::group_member::state::running, 7s});
    head.members.push_back({"janitor", core::tasks::group_member::state::over, 20s});
    const auto found = slow_module_problems(x, {});
    REQUIRE_EQ(found.size(), 1);
    CHECK_EQ(found[0].brief, "the run of module 'landing' lasts long");
  }

  TEST_CASE("the screen names the slow API server before the run that it delays") {
    CHECK_EQ(text_at(80), "2 PROBLEMS: the API server answers slowly; the run of module 'landing' lasts\n"
                          "long. Ready for 4 min 12 s. It is 2026-11-25 03:15:32 UTC; ready since\n"
                          "2026-11-25 03:11:20.\n"
                          "addon-operator 0.1.0, platform 'prod', namespace 'addon-operator'\n"
                          "\n"
                          "Problems\n"
                          " 1. the API server takes 4.0 s to answer (median of the last 20 answers), so\n"
                          "    all work takes long\n"
                          "    next: `time kubectl get --raw /livez` on another machine: if that is quick,\n"
                          "          see the network or the proxy between the operator and the API server;\n"
                          "          if it is slow, see the control plane: its CPU, the disks of etcd\n"
                          "          (`kubectl get --raw /metrics | grep\n"
                          "          etcd_request_duration_seconds_sum`), and the clients that load it\n"
                          " 2. the run of module 'landing' has lasted for 13 s, and no program of it runs\n"
                          "    now: it makes requests, or waits for objects\n"
                          "    next: `addon-operator trace order --since 10m` shows its steps and requests\n"
                          "          with their times\n");
    CHECK_EQ(
      text_at(160),
      "2 PROBLEMS: the API server answers slowly; the run of module 'landing' lasts long. Ready for 4 min 12 s. "
      "It is 2026-11-25 03:15:32 UTC; ready since\n"
      "2026-11-25 03:11:20.\n"
      "addon-operator 0.1.0, platform 'prod', namespace 'addon-operator'\n"
      "\n"
      "Problems\n"
      " 1. the API server takes 4.0 s to answer (median of the last 20 answers), so all work takes long\n"
      "    next: `time kubectl get --raw /livez` on another machine: if that is quick, see the network or the "
      "proxy between the operator and the API server; if it is\n"
      "          slow, see the control plane: its CPU, the disks of etcd (`kubectl get --raw /metrics | grep "
      "etcd_request_duration_seconds_sum`), and the clients that\n"
      "          load it\n"
      " 2. the run of module 'landing' has lasted for 13 s, and no program of it runs now: it makes requests, or "
      "waits for objects\n"
      "    next: `addon-operator trace order --since 10m` shows its steps and requests with their times\n");
  }
}
