#pragma once

#include "core/releases/object_difference.hpp"
#include "text/json/json.hpp"

#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace core::releases {

/// A field of a chart's object that another client than Helm has set to another value.
struct drifted_field {
  field_difference field;                 ///< from the value of the chart to the value in the cluster
  std::string manager;                    ///< the client, as `managedFields` names it: `kubectl-edit`
  std::optional<std::int64_t> since_us{}; ///< wall clock: the last write of this client; empty: not known

  friend bool operator==(const drifted_field&, const drifted_field&) = default;
};

/// Finds the changes that other clients have made in an object of a release, by the owners that
/// `metadata.managedFields` names (Kubernetes, "Server-Side Apply", field management).
///
/// These are not drift: fields that the chart leaves out or empty, the state of the object, the number of
/// replicas that an autoscaler has set, another spelling of a quantity. A field that a client has removed has
/// no owner, so it is found only in maps with free keys (`removed_entries.hpp`).
/// @param wanted the object in the manifest of the release
/// @param live the object in the cluster, with `metadata.managedFields`
/// @param own_managers the names under which Helm and the operator write
/// @param view hides secrets in the result
/// @returns the fields in the order of `managedFields`, each once
[[nodiscard]] std::vector<drifted_field> drift_of(const text::json& wanted, const text::json& live,
                                                  const std::set<std::string>& own_managers, const object_view& view);

/// Makes a merge patch (RFC 7386) that gives the fields of `drift_of` the values of the chart, and changes no
/// other field. Replicas that a client has scaled to 0 stay (`scaled_to_zero.hpp`). The API server refuses
/// the patch with a conflict if the object has changed since it was read.
/// @returns nullopt if there is no drift that it could take back
[[nodiscard]] std::optional<text::json> patch_to_chart(const text::json& wanted, const text::json& live,
                                                       const std::set<std::string>& own_managers);

} // namespace core::releases
