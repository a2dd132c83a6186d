#pragma once

#include "text/json/json.hpp"

#include <set>
#include <string>
#include <string_view>

namespace core::releases {

/// The names under which Helm and the operator write objects (`managedFields[].manager`).
[[nodiscard]] const std::set<std::string>& own_managers();

/// Whether another client than Helm, the operator and the controllers of Kubernetes has written this entry of
/// `managedFields`. Entries of subresources do not count, because controllers write the state of objects by
/// `status`, and autoscalers write the number of replicas by `scale`. Only `kubectl scale` counts, because a
/// person runs it.
[[nodiscard]] bool is_written_by_other(const text::json& entry, const std::set<std::string>& own);

/// Identifies the writes of other clients in an object, by its metadata alone: another text shows that a
/// client has written again. The text has at most 32 bytes, so that a watch of many objects stays small.
/// @param object JSON text with `metadata`
/// @param managed_fields the part of the text with `metadata.managedFields`; empty: no such part
/// @returns empty if all writes are Helm's, the operator's, or a controller's; not empty for an object that a
/// client may have scaled to 0, which leaves no entry (`scaled_to_zero.hpp`)
[[nodiscard]] std::string foreign_writes(std::string_view object, std::string_view managed_fields);

} // namespace core::releases
