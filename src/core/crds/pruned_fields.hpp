#pragma once

#include "core/crds/crd.hpp"
#include "text/json/json.hpp"

#include <optional>
#include <string>
#include <vector>

namespace core::crds {

/// A served version of a definition in the cluster with fields that the module's definition would prune, or
/// with a subresource that the module's definition lacks.
struct narrowed_version {
  std::string name;          ///< `v1`
  text::json schema;         ///< of the module, that prunes; null for a subresource
  std::string stored_as{};   ///< the storage version with this schema; empty: the schema of the version itself
  std::string subresource{}; ///< `status`, `scale`, that goes; empty: fields go
};

/// The versions that the module's definition would make narrower: their schemas would lose a property,
/// further properties, or the keyword that keeps unknown fields. A lost subresource is an item of its own.
///
/// Also the versions with more fields than the storage version, if another version becomes the storage
/// version or the schema of the storage version gets narrower, and no webhook converts objects: the API
/// server prunes each object that it writes by the schema of the storage version, too.
[[nodiscard]] std::vector<narrowed_version> narrowed_versions(const definition& wanted, const text::json& current);

/// The path of the first field of an object that the API server would prune by this schema with the next
/// write (`spec.extra`); empty: it keeps all fields.
/// (kubernetes.io, "Extend the Kubernetes API with CustomResourceDefinitions", field pruning)
[[nodiscard]] std::optional<std::string> pruned_field(const text::json& object, const text::json& schema);

/// The first part of an object that goes with the update: the path of a field, or `subresources.status` for
/// an object with a status, which the next write of the whole object would take away. Each object loses
/// `subresources.scale`, by which autoscalers write. nullopt: all parts stay.
[[nodiscard]] std::optional<std::string> lost_part(const text::json& object, const narrowed_version& by);

} // namespace core::crds
