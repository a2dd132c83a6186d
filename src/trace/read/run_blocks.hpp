#pragma once

#include "trace/read/recorded_run.hpp"

#include <cstdint>
#include <map>
#include <vector>

namespace trace::read {

/// Work that belongs together: a reload, or a task outside of a reload, with the work that it began and
/// waited for.
struct run_block {
  std::vector<const event*> requests; ///< of queues, in order; all tries, and all steps of a reload
  std::vector<const event*> parts;    ///< spans within: hooks, scripts, Helm, values; in order
};

/// The blocks of a run, in the order of their first requests. A commit that no task has made is a block
/// without requests.
[[nodiscard]] std::vector<run_block> blocks_of(const recorded_run& run);

} // namespace trace::read
