#pragma once

#include "core/releases/object_difference.hpp"
#include "text/json/json.hpp"

#include <set>
#include <string>
#include <vector>

namespace core::releases {

/// A field of a chart's object that another client than Helm has set to another value.
struct drifted_field {
  field_difference field; ///< from the value of the chart to the value in the cluster
  std::string manager;    ///< the client, as `managedFields` names it: `kubectl-edit`

  friend bool operator==(const drifted_field&, const drifted_field&) = default;
};

/// Finds the changes that other clients have made in an object of a release, by the owners that
/// `metadata.managedFields` names (Kubernetes, "Server-Side Apply", field management).
///
/// No drift are fields that the chart leaves out or empty, the state of the object, and the number of
/// replicas that an autoscaler has set. A field that a client has removed has no owner, so it is not found.
/// @param wanted the object in the manifest of the release
/// @param live the object in the cluster, with `metadata.managedFields`
/// @param own_managers the names under which Helm and the operator write
/// @param view hides secrets in the result
/// @returns the fields in the order of `managedFields`, each once
[[nodiscard]] std::vector<drifted_field> drift_of(const text::json& wanted, const text::json& live,
                                                  const std::set<std::string>& own_managers, const object_view& view);

} // namespace core::releases
