#pragma once

#include "actors/messages/hook_runner.hpp"
#include "actors/messages/interfaces.hpp"
#include "actors/messages/program_failure.hpp"

#include <optional>
#include <string>

namespace actors::processes {

/// A hook run that has ended, as it is logged, counted and traced.
struct hook_report {
  const messages::run_hook& what;
  const messages::hook_finished& how;
  const std::optional<messages::program_failure>& failure; ///< of a run that has failed
  std::optional<int> exit_code;                            ///< of the process; empty: no process has exited by itself
  std::string activation;                                  ///< label of metrics
};

/// Logs `hook_finished` or `hook_failed`.
void log_hook_run(const hook_report& x);

/// Counts the run in the metrics of its hook, which have the names and labels that the predecessor gives
/// them.
void count_hook_run(framework::actor_base<messages::hook_runner_actor>* self, const messages::metrics_actor& metrics,
                    const hook_report& x);

/// Records the span of the run.
void trace_hook_run(framework::actor_base<messages::hook_runner_actor>* self, const hook_report& x);

} // namespace actors::processes
