#pragma once

#include "trace/read/recorded_run.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace trace::read {

/// A piece of work of a run, by the properties that are the same in another run of the same platform.
struct done_work {
  /// `hook 'hooks/a.sh' of module 'web' for beforeHelm`; for a value, its key and the source that has set it.
  std::string name;
  std::string result; ///< `done`, `failed: REASON`, `upgrade`; for a value, the new value
  std::string line;   ///< work with the same line is done in order; empty: the order follows from other work
  std::int64_t time_us = 0;
  std::int64_t duration_us = -1; ///< -1: it has no duration, or has not ended
};

/// The reloads, tasks, hooks, `enabled` scripts, Helm runs and changed values of a run, in order. A hook that
/// is a separate task is a single piece. Modules that run side by side have a line each.
[[nodiscard]] std::vector<done_work> done_work_of(const recorded_run& run);

} // namespace trace::read
