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
  /// Spans of reviews by a single webhook, between which no other work has begun. Such a block has no
  /// requests and no parts: the runs of hooks for reviews belong to the reviews.
  std::vector<const event*> reviews{};
};

/// The blocks of a run, in the order of their first requests. A commit that no task has made is a block
/// without requests, and so are reviews, and each change of the lead.
[[nodiscard]] std::vector<run_block> blocks_of(const recorded_run& run);

} // namespace trace::read
