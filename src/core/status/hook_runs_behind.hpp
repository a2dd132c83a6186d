#pragma once

#include "core/tasks/queue_dump.hpp"

#include <string>

namespace core::status {

/// The next step of a person if runs of hooks for events or times wait behind the failed run of a module.
/// Queues are first in, first out (LIFECYCLE.md of flant/addon-operator, "Task queues"), so such a run cannot
/// repair a value that the failed run reads: it never has its turn. Empty: no such run waits, or it waits for
/// other work.
/// @param module with the failed run, at the head or in the group of runs at the head
[[nodiscard]] std::string step_for_hook_runs_behind(const tasks::queue_dump& x, const std::string& module);

} // namespace core::status
