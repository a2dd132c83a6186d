#pragma once

#include "core/bindings/context.hpp"

#include <vector>

namespace core::bindings {

// The contexts of a run that stands for several tasks (`core/tasks/combined_tasks.hpp`). A group of bindings
// needs a single context, because its snapshots are read when the run begins.

/// Drops each context if the next context has the same group, because a single run of the hook covers both.
[[nodiscard]] std::vector<context> merge_groups(std::vector<context> contexts);

/// Merges the contexts of a queue that was compacted: first all contexts without a group, then the last
/// context of each group. Both parts keep their order.
[[nodiscard]] std::vector<context> last_of_groups(std::vector<context> contexts);

} // namespace core::bindings
