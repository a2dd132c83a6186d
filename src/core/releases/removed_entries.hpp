#pragma once

#include "text/json/json.hpp"

namespace core::releases {

// Entries of maps that a chart has and the object in the cluster lacks. Only maps with free keys count:
// `data` and `binaryData` of a ConfigMap, `data` of a Secret, labels and annotations, also of a Pod template.
// The API server drops no entry of such a map, so another client has removed it. A field of another kind may
// be absent because the API server does not know it.
//
// An entry that `managedFields` still names is different: its owner has written it, and a mutating admission
// (a webhook or a MutatingAdmissionPolicy) has taken it out of that write. The API server notes owners before
// it asks the admission, and takes the names of entries away that a client removes. The admission would take
// the entry out of each further write, so such an entry counts neither as removed nor as missing.
// Source: Kubernetes, apiserver, pkg/endpoints/handlers/create.go and patch.go.

/// @param wanted the object of the chart, as the API server stores it
/// @param live the object in the cluster
/// @returns `wanted` without the removed entries
[[nodiscard]] text::json without_removed_entries(const text::json& wanted, const text::json& live);

/// @returns `live` with the removed entries
[[nodiscard]] text::json with_removed_entries(const text::json& wanted, const text::json& live);

} // namespace core::releases
