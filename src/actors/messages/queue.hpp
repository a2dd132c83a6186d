#pragma once

#include "actors/messages/task.hpp"
#include "core/tasks/task_queue.hpp"

#include <chrono>
#include <functional>
#include <string>
#include <vector>

namespace actors {

/// Adds a task at the tail. Bound: events of one hook that wait are combined into one run.
struct append_task {
  core::origin origin;
  task_entry entry;
};

/// Takes back waiting tasks of a reload (beforeAll and afterAll runs, discovery, ModuleRun of a reload, ModuleDelete,
/// ModulePurge), and of a group that runs the members that have not begun: it is planned anew.
struct withdraw_tasks {
  core::origin origin;
};

/// Failures may have been repaired: if the failure of the head may be one of them, its next try comes earlier.
struct failures_repaired {
  core::origin origin;
  core::repair_variant by;
};

/// The operator stops: the running task goes on, no other begins.
struct drain_queue {
  core::origin origin;
};

/// INTERNAL
struct head_wait_over {
  core::origin origin;
  std::uint64_t wait = 0; ///< meant if it is the last one
};

void append_summary(const append_task& x, std::string& to);
std::string summary(const failures_repaired& x);

} // namespace actors

ACTORS_MESSAGE(actors::append_task)
ACTORS_MESSAGE(actors::withdraw_tasks)
ACTORS_MESSAGE(actors::failures_repaired)
ACTORS_MESSAGE(actors::drain_queue)
ACTORS_MESSAGE(actors::head_wait_over)
