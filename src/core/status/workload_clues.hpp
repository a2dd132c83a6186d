#pragma once

#include "core/status/workloads.hpp"
#include "text/json/json.hpp"

#include <optional>
#include <string>
#include <vector>

namespace core::status {

/// Adds the last warning about an object to the fault of a workload, and its step if the words are
/// well-known.
/// @param object the workload itself, or a Pod of it
/// @returns whether there was a warning
bool add_warning(workload_fault& to, const std::vector<text::json>& events, const std::string& object);

/// Adds the state of the node of a Pod to the fault of a workload, and the step after it. A node that is
/// ready adds nothing. Source: Kubernetes, "Node Status" and "Non-graceful node shutdown handling".
/// @param node nullopt: the API server has no such node
void add_node(workload_fault& to, const std::string& name, const std::optional<text::json>& node);

} // namespace core::status
