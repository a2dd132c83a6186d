#pragma once

#include "core/crds/crd.hpp"
#include "text/json/json.hpp"

#include <optional>
#include <string>
#include <vector>

namespace core::crds {

/// A served version of a definition in the cluster whose schema the module's definition would make narrower.
struct narrowed_version {
  std::string name;  ///< `v1`
  text::json schema; ///< of the module
};

/// The versions that the module's definition would make narrower: their schemas would lose a property,
/// further properties, or the keyword that keeps unknown fields.
[[nodiscard]] std::vector<narrowed_version> narrowed_versions(const definition& wanted, const text::json& current);

/// The path of the first field of an object that the API server would prune by this schema with the next
/// write (`spec.extra`); empty: it keeps all fields.
/// (kubernetes.io, "Extend the Kubernetes API with CustomResourceDefinitions", field pruning)
[[nodiscard]] std::optional<std::string> pruned_field(const text::json& object, const text::json& schema);

} // namespace core::crds
