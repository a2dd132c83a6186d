#pragma once

#include "trace/read/recorded_run.hpp"

#include <string>

namespace trace::read {

/// Compares two runs of the same platform, called A and B: work that only A or only B has done, work
/// that ended otherwise or came in another order, and work that took longer. Empty: no difference.
///
///   only in A:
///        +1.082 s    0.196 s  Helm and release 'web'
///
/// Work that was done several times is compared as a whole: how often, with which results, how long on
/// average. The order is compared within a queue, by the first time of each piece of work.
[[nodiscard]] std::string run_diff(const recorded_run& a, const recorded_run& b);

} // namespace trace::read
