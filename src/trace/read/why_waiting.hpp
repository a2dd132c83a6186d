#pragma once

#include "base/error.hpp"
#include "trace/read/recorded_run.hpp"

#include <string>

namespace trace::read {

/// What a queue waits for at the end of a trace: for the end of a task, or to try it again; and what has led to this task.
/// An error (`not_found`) names the queues that there are.
[[nodiscard]] base::result<std::string> why_waiting(const recorded_run& run, const std::string& queue);

/// Whether the first converge has come to its end, and if not, what it waits for.
[[nodiscard]] base::result<std::string> why_not_ready(const recorded_run& run);

} // namespace trace::read
