#pragma once

#include "actors/interfaces.hpp"
#include "actors/messages/hook_runner.hpp"
#include "actors/messages/program_failure.hpp"

#include <optional>
#include <string>

namespace actors {

/// A hook run that has ended, as it is logged, counted and traced.
struct hook_report {
  const run_hook& what;
  const hook_finished& how;
  const std::optional<program_failure>& failure; ///< of a run that has failed
  std::optional<int> exit_code;                  ///< of the process, if there was one that exited
  std::string activation;                        ///< label of metrics
};

/// Logs `hook_finished` or `hook_failed`.
void log_hook_run(const hook_report& x);

/// Counts the run in the metrics of its hook, which have the names and labels that the predecessor gives them.
void count_hook_run(base<hook_runner_actor>* self, const metrics_actor& metrics, const hook_report& x);

/// Records the span of the run.
void trace_hook_run(base<hook_runner_actor>* self, const hook_report& x);

} // namespace actors
