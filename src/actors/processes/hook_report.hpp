#pragma once

#include "actors/interfaces.hpp"
#include "actors/messages/hook_runner.hpp"

#include <optional>
#include <string>

namespace actors {

/// A hook run that has ended, as logs, metrics and traces tell it.
struct hook_report {
  const run_hook& what;
  const hook_finished& how;
  std::optional<int> exit_code; ///< of the process, if there was one that exited
  std::string activation;       ///< label of metrics
};

/// Logs `hook_finished` or `hook_failed`.
void log_hook_run(const hook_report& x);

/// Counts the run in the metrics of chapter 10.1 of the incumbent's inventory.
void count_hook_run(base<hook_runner_actor>* self, const metrics_actor& metrics, const hook_report& x);

/// Records the span of the run.
void trace_hook_run(base<hook_runner_actor>* self, const hook_report& x);

} // namespace actors
