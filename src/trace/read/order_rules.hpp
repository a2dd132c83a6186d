#pragma once

#include "trace/read/recorded_run.hpp"

#include <optional>
#include <string>
#include <vector>

namespace trace::read {

/// A rule of the order of work that a recorded run has broken.
struct broken_order {
  std::string rule;
  std::vector<const event*> events; ///< that break it, in order
};

/// The first place where a run has broken a rule (LIFECYCLE-STEPS), in the order of events; nullopt: it has
/// kept all rules.
///
/// - A queue runs one task at a time; modules of a group run side by side.
/// - A run for events that has failed is tried again before any other task in its queue.
/// - A round of a reload has its steps in order: 3, 4, 5, 6, 7, 8. It begins again after a new reason, and
///   after afterAll hooks have run.
/// - A run of a module has its hooks for onStartup before its hooks for beforeHelm, then Helm, then its hooks
///   for afterHelm.
[[nodiscard]] std::optional<broken_order> first_broken_order(const recorded_run& run);

} // namespace trace::read
