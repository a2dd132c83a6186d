#pragma once

#include "actors/messages/task.hpp"
#include "core/tasks/queue_order.hpp"

#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace actors::messages {

/// Adds a task at the tail. Bound: waiting events of a hook are combined into a single run.
struct append_task {
  base::origin origin;
  task_entry entry;
};

/// Withdraws the waiting tasks of a reload that is planned again: beforeAll and afterAll runs, discovery,
/// ModuleRun of a reload, ModuleDelete, ModulePurge. Members of a running group that have not begun are
/// withdrawn, too.
struct withdraw_tasks {
  base::origin origin;
};

/// A module is off and appends no tasks until it is on again. So the queue may be unused.
struct leave_queue {
  base::origin origin;
  std::string module;
};

/// The owner has dropped outdated contexts, because too many were waiting for the hook. The queue need not
/// keep their numbers.
struct runs_left_out {
  base::origin origin;
  std::string module;              ///< empty: the global hooks
  std::vector<std::uint64_t> runs; ///< ascending
};

/// Failures may have been repaired. If this may include the failure of the head, the head is tried earlier.
struct failures_repaired {
  base::origin origin;
  core::tasks::repair_variant by;
};

/// A person holds the queue: the running task goes on, and no further task begins until the pause ends.
struct pause_queue {
  base::origin origin;
  std::optional<std::string> why; ///< since when and by whom; empty: the pause ends
};

/// The operator stops: the running task goes on, and no further task begins.
struct drain_queue {
  base::origin origin;
};

/// INTERNAL: a wait of the head is over.
struct head_wait_over {
  base::origin origin;
  std::uint64_t wait = 0; ///< ignored unless it is the latest wait
};

void append_summary(const append_task& x, std::string& to);
std::string summary(const failures_repaired& x);
inline std::string summary(const pause_queue& x) {
  return x.why ? *x.why : "the pause ends";
}

} // namespace actors::messages

ACTORS_MESSAGE(actors::messages::append_task)
ACTORS_MESSAGE(actors::messages::withdraw_tasks)
ACTORS_MESSAGE(actors::messages::leave_queue)
ACTORS_MESSAGE(actors::messages::runs_left_out)
ACTORS_MESSAGE(actors::messages::failures_repaired)
ACTORS_MESSAGE(actors::messages::pause_queue)
ACTORS_MESSAGE(actors::messages::drain_queue)
ACTORS_MESSAGE(actors::messages::head_wait_over)
