#pragma once

#include "core/releases/drift_report.hpp"
#include "text/json/json.hpp"

#include <string_view>

namespace core::releases {

// A client that scales an object to 0 by the subresource `scale` leaves no entry in `managedFields`: in the
// answer of that subresource 0 replicas are an absent field, so the field has no owner afterwards. A person
// and an autoscaler that scales to 0 look the same, so such drift is shown, and never repaired by itself.
// Source: Kubernetes, pkg/apis/autoscaling, `ScaleSpec.replicas` with `omitempty`.

/// The client in place of a name.
inline constexpr const char* unnamed_scaler = "a client that the API server does not name (scaled to 0)";

/// Whether the object has 0 replicas without an owner, and the chart wants some.
[[nodiscard]] bool is_scaled_to_zero(const text::json& wanted, const text::json& live);

/// Whether no client owns the number of replicas of a Deployment or StatefulSet, by its metadata. An owner of
/// the field `spec.strategy` shows a Deployment, and an owner of `spec.podManagementPolicy` a StatefulSet;
/// false for an object without either owner.
/// @param managed_fields JSON text of `metadata.managedFields`
[[nodiscard]] bool has_unowned_replicas(const text::json& metadata, std::string_view managed_fields);

/// False for drift that the operator shows, and leaves as it is.
[[nodiscard]] bool may_be_repaired(const drifted_object& x);

} // namespace core::releases
