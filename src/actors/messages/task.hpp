#pragma once

#include "actors/messages/interfaces.hpp"
#include "core/tasks/task.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace actors::messages {

/// A task, and the actor that executes it.
struct task_entry {
  core::tasks::task task;
  executor_actor executor;
};

/// Asks the executor to run the task to its end.
struct execute_task {
  base::origin origin;
  core::tasks::task task;
  std::string queue;
  unsigned failures = 0;                  ///< failed tries before this try
  std::vector<std::uint64_t> causes = {}; ///< ids of all messages that have requested the task
};

/// The end of a try to execute a task.
struct task_outcome {
  base::origin origin;
  core::tasks::task_result result;
  std::vector<task_entry> before; ///< with `task_continues`: tasks to run before this task runs again
  /// Values that a global hook has changed, for people; empty: it has changed none.
  std::string changed{};
};

std::string summary(const execute_task& x);
std::string summary(const task_outcome& x);
/// The facts about a try of a task, for traces.
void facts_of_try(const core::tasks::task& x, const std::string& queue, unsigned failures, trace::fact_sink& to);
inline void facts(const execute_task& x, trace::fact_sink& to) {
  facts_of_try(x.task, x.queue, x.failures, to);
}
std::vector<std::uint64_t> further_causes(const execute_task& x);
inline int lifecycle_step(const execute_task& x) {
  return core::tasks::lifecycle_step(x.task);
}

/// Shorthands for outcomes.
inline task_outcome done() {
  return {{}, core::tasks::task_done{}, {}};
}
inline task_outcome superseded(std::string reason) {
  return {{}, core::tasks::task_superseded{std::move(reason)}, {}};
}
inline task_outcome postponed(std::chrono::milliseconds delay) {
  return {{}, core::tasks::task_postponed{delay}, {}};
}
inline task_outcome failed(base::error reason) {
  return {{}, core::tasks::task_failed{std::move(reason)}, {}};
}

} // namespace actors::messages

ACTORS_MESSAGE(actors::messages::execute_task)
ACTORS_MESSAGE(actors::messages::task_outcome)
