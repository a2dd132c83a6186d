#pragma once

#include "core/status/cluster_sights.hpp"
#include "core/status/pod_faults.hpp"
#include "core/tasks/lasting_run.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace core::status {

/// An object that Helm waits for.
struct waited_object {
  std::string kind;
  std::string namespace_name;
  std::string name;
};

/// The Jobs and Pods in the stage of a run of Helm: `waits for Job migrate, Pod smoke`. Hooks of charts whose
/// ends Helm awaits are of these two kinds.
/// @param namespace_name of the operator, in which its releases are
/// @returns an empty list for any other stage
[[nodiscard]] std::vector<waited_object> waited_in_stage(std::string_view stage, const std::string& namespace_name);

/// The object in Helm's message about a wait that has ended in vain: `resource Job/web/migrate not ready.
/// status: InProgress`. Its kind may be any kind; `sights_of` and `fault_of` know only Jobs and Pods.
/// @returns nullopt for any other text
[[nodiscard]] std::optional<waited_object> waited_in_failure(std::string_view failure);

/// The object itself, its Pods, and the warnings about the object and about Pods of its namespace.
[[nodiscard]] std::vector<sight> sights_of(const waited_object& x);

/// Why the wait does not end, and the next step: a Job that has failed, the fault of a Pod, or the last
/// warning about the Job or its Pods.
/// @returns nullopt: no object that was read says why, so the work of the object may just last
[[nodiscard]] std::optional<pod_fault> fault_of(const waited_object& x, const cluster_sights& seen);

/// The fault of the first object of the stage that has one, behind the line of the run.
[[nodiscard]] std::optional<pod_fault> fault_of_wait(const tasks::lasting_run& x, std::int64_t now_us,
                                                     const std::string& namespace_name, const cluster_sights& seen);

} // namespace core::status
