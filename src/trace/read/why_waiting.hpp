#pragma once

#include "base/error.hpp"
#include "trace/read/recorded_run.hpp"

#include <string>

namespace trace::read {

/// Explains why a queue waits at the end of a trace: for the end of a task, or for its next try; and the
/// causes of this task. An error (`not_found`) lists the known queues.
[[nodiscard]] base::result<std::string> why_waiting(const recorded_run& run, const std::string& queue);

/// Whether the first reload has ended, and if not, why it waits.
[[nodiscard]] base::result<std::string> why_not_ready(const recorded_run& run);

} // namespace trace::read
