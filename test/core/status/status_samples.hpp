#pragma once

#include "core/status/platform_status.hpp"

#include <chrono>
#include <string>
#include <utility>

namespace test {

/// 2026-11-25 03:15:32 UTC
inline constexpr std::int64_t status_now_us = 1'795'576'532'000'000;

inline std::int64_t seconds_ago(std::int64_t seconds) {
  return status_now_us - seconds * 1'000'000;
}

/// A platform with two modules that are on, and a module that is off; all is well.
inline core::status::status_facts quiet_platform() {
  using namespace std::chrono_literals;
  core::status::status_facts x{.now_us = status_now_us,
                               .version = "0.1.0",
                               .platform = "prod",
                               .namespace_name = "addon-operator",
                               .started_us = seconds_ago(300),
                               .ready_us = seconds_ago(252)};
  x.modules.push_back(
    {.name = "landing", .is_enabled = true, .last_run = core::status::run_end{seconds_ago(260), 2100ms}});
  x.modules.push_back(
    {.name = "landing-monitor", .is_enabled = true, .last_run = core::status::run_end{seconds_ago(253), 410ms}});
  x.modules.push_back({.name = "janitor", .off_reason = "no source has a flag janitorEnabled"});
  x.releases["landing"] = {4, "deployed"};
  x.releases["landing-monitor"] = {12, "deployed"};
  return x;
}

/// The same while `landing` fails in queue `main`, and `landing-monitor` waits for it.
inline core::status::status_facts failing_platform() {
  using namespace std::chrono_literals;
  using namespace core::tasks;
  auto x = quiet_platform();
  queue_dump main{"main", queue_order::head_state::waiting, 12s, false, {}};
  main.tasks.push_back(dump_of(run_module{"landing", 1, "GlobalValuesChanged"}, "main"));
  main.tasks.front().failures = 3;
  main.tasks.front().failure = "hook 'hooks/10-host.py': exit status 1: line 12: KeyError: 'host'";
  main.tasks.push_back(dump_of(run_module{"landing-monitor", 1, "GlobalValuesChanged"}, "main"));
  main.tasks.push_back(dump_of(reload_modules{"GlobalValuesChanged"}, "main"));
  x.queues.push_back(std::move(main));
  x.problems.push_back({"queue 'main'",
                        "queue 'main': failed",
                        "queue 'main': failed",
                        core::modules::trouble::failing_task,
                        {},
                        seconds_ago(82)});
  return x;
}

/// A queue with a run of a hook for events at its head, which has failed once.
inline core::tasks::queue_dump failing_hook_queue(const std::string& module, const std::string& hook,
                                                  const std::string& failure) {
  using namespace core::tasks;
  queue_dump queue{"hooks", queue_order::head_state::running, {}, false, {}};
  queue.tasks.push_back(dump_of(run_hook_for_events{.module = module, .hook = hook}, "hooks"));
  queue.tasks.front().failures = 1;
  queue.tasks.front().failure = failure;
  return queue;
}

} // namespace test
