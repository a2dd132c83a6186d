#pragma once

#include "core/crds/crd.hpp"

#include <string>
#include <variant>
#include <vector>

namespace core::crds {

/// The update that is applied to an existing CustomResourceDefinition.
struct crd_update {
  text::json object;
  std::vector<std::string> kept_versions; ///< versions that the module has dropped, but objects may be stored in them
  std::vector<std::string> kept_parts{};  ///< that the module's file does not have, for people
};

/// Makes the update from the definition of the module and the definition in the cluster.
///
/// A version in which objects may be stored (`status.storedVersions`) stays as it is in the cluster, because
/// the API server refuses to drop it and needs it to read these objects. It need not stay the storage version
/// of new objects. A conversion webhook stays if the module defines no conversion: without it, objects of
/// several versions could not be read or would lose fields. `strategy: None` in the module's file gives up a
/// webhook that an operator has applied; a webhook of another client stays.
[[nodiscard]] crd_update update_of(const definition& wanted, const text::json& current);

/// Whether a webhook converts objects after this update. The webhook alone knows where it keeps the fields of
/// other versions.
[[nodiscard]] bool is_converted_after_update(const definition& wanted, const text::json& current);

namespace definition_state {
/// The API server serves the kind of the definition, or is about to serve it.
struct established {};
/// The API server has not decided yet.
struct pending {};
/// The names in the definition belong to another CustomResourceDefinition.
struct refused {
  std::string reason;
};
/// Another client deletes it.
struct terminating {};
} // namespace definition_state

using crd_state_variant = std::variant<definition_state::established, definition_state::pending,
                                       definition_state::refused, definition_state::terminating>;

/// Reads the conditions of a CustomResourceDefinition.
/// (kubernetes.io, "Extend the Kubernetes API with CustomResourceDefinitions")
[[nodiscard]] crd_state_variant state_of(const text::json& current);

/// A kind that a definition serves.
struct served_kind {
  std::string api_version; ///< `example.com/v1`
  std::string kind;
};
[[nodiscard]] std::vector<served_kind> served_kinds(const text::json& definition);

} // namespace core::crds
