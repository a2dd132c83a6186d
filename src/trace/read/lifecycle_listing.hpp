#pragma once

#include "trace/event.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace trace::read {

/// The name of a lifecycle step, after the anchors of LIFECYCLE-STEPS: 1 is `global-onstartup`, 5
/// `module-run`.
/// @returns `-` for a number that is no step.
[[nodiscard]] const char* lifecycle_step_name(int step) noexcept;

/// The amount of detail that is shown.
enum class trace_detail {
  lifecycle,  ///< tasks, hooks, Helm runs and value commits
  everything, ///< every message and span
};

/// Shows a run in order, a line per event:
///
///   +0.125 s 5 module-run 1.204 s hook_run ingress/hooks/discover (because: ConfigMap edited)
///
/// time since the beginning of the run, lifecycle step and its name, duration, type, summary, and the root of
/// the chain of causes. Events may come in any order; of events at the same time, the event with the smaller
/// id comes first.
/// @param began_us when the run began; nullopt: with the first event
[[nodiscard]] std::string lifecycle_order(std::vector<event> events, trace_detail detail,
                                          std::optional<std::int64_t> began_us = {});

/// The same lines, but only for events after the first `known` events; causes are looked for among all
/// events.
[[nodiscard]] std::string lifecycle_lines(const std::vector<event>& events, std::size_t known, trace_detail detail,
                                          std::optional<std::int64_t> began_us = {});

} // namespace trace::read
