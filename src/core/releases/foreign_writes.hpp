#pragma once

#include "text/json/json.hpp"

#include <set>
#include <string>
#include <string_view>

namespace core::releases {

/// The names under which Helm and the operator write objects (`managedFields[].manager`).
[[nodiscard]] const std::set<std::string>& own_managers();

/// Whether a person, or a tool of a person, has written this entry of `managedFields`. The controllers of
/// Kubernetes write the state of objects, and autoscalers write the number of replicas by the subresource
/// `scale`; `kubectl scale` writes by it, too, and is a person.
[[nodiscard]] bool is_written_by_other(const text::json& entry, const std::set<std::string>& own);

/// Identifies the writes of other clients in an object, by its metadata alone: another text shows that a
/// client has written again. The text has at most 32 bytes, so that a watch of many objects stays small.
/// @param object JSON text with `metadata`
/// @param managed_fields the part of the text with `metadata.managedFields`; empty: no such part
/// @returns empty if all writes are Helm's, the operator's, or a controller's; not empty for an object that a
/// client may have scaled to 0, which leaves no entry (`scaled_to_zero.hpp`)
[[nodiscard]] std::string foreign_writes(std::string_view object, std::string_view managed_fields);

} // namespace core::releases
