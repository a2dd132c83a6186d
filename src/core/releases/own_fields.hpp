#pragma once

#include <string>
#include <string_view>

namespace core::releases {

/// Identifies the fields of an object that Helm and the operator own, without their values: another text
/// shows that they own more fields, or that another client has changed or removed such a field (Kubernetes,
/// "Server-Side Apply", field management). The text has eight characters, so that a watch of many objects
/// stays small, and it is made without a parse, because each event of a watch asks for it.
/// @param managed_fields JSON text of `metadata.managedFields`
/// @returns empty if they own no fields
[[nodiscard]] std::string own_fields(std::string_view managed_fields);

} // namespace core::releases
