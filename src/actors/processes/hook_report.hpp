#pragma once

#include "actors/messages/hook_runner.hpp"
#include "actors/messages/interfaces.hpp"
#include "actors/messages/program_failure.hpp"

#include <optional>
#include <string>

namespace actors::processes {

/// The facts about an ended hook run, for the log, the metrics and the trace.
struct hook_report {
  const messages::run_hook& what;
  const messages::hook_finished& how;
  const std::optional<messages::program_failure>& failure; ///< of a failed run
  std::optional<int> exit_code;                            ///< empty: no process has exited by itself
  std::string activation;                                  ///< label of metrics
};

/// Logs `hook_finished` or `hook_failed`.
void log_hook_run(const hook_report& x);

/// Counts the run in the hook's metrics, which have the names and labels of the predecessor.
void count_hook_run(framework::actor_base<messages::hook_runner_actor>* self, const messages::metrics_actor& metrics,
                    const hook_report& x);

/// Records the span of the run.
void trace_hook_run(framework::actor_base<messages::hook_runner_actor>* self, const hook_report& x);

} // namespace actors::processes
