#pragma once

#include "text/json/json.hpp"

namespace core::releases {

/// The annotation by which an object is exempt from drift: `addon-operator/drift-detection: disabled`.
inline constexpr auto drift_annotation = "addon-operator/drift-detection";
/// The annotation of the same meaning that Flux has for charts (`HelmRelease`, drift detection), so that
/// charts need no second annotation: `helm.toolkit.fluxcd.io/driftDetection: disabled`.
inline constexpr auto flux_drift_annotation = "helm.toolkit.fluxcd.io/driftDetection";

/// Whether changes of an object by other clients are no drift, by an annotation of the object. The annotation
/// counts in the chart, and in the cluster, where a user has added it.
/// @param wanted the object in the manifest of the release
/// @param live the object in the cluster
[[nodiscard]] bool is_exempt_from_drift(const text::json& wanted, const text::json& live);

} // namespace core::releases
