#pragma once

#include "text/json/json.hpp"

#include <string>
#include <vector>

namespace core::crds {

/// The update of a definition that leaves the writes of other clients in place.
struct considerate_update {
  text::json object;
  /// Parts that another client has added and the update leaves: `caBundle of the conversion webhook
  /// (cainjector)`, `v1.additionalPrinterColumns[Age]`, `version v2`.
  std::vector<std::string> kept{};
  /// Fields of other clients that the update writes with another content: `spec.names.categories
  /// (kubectl-edit)`.
  std::vector<std::string> taken{};
};

/// The annotation with the parts of versions that were added by other clients, as a JSON list. The list of
/// versions has a single owner, so after an update of the operator `managedFields` does not show them.
inline constexpr const char* kept_parts_annotation = "addon-operator/kept-parts";

/// Lays an update beside the writes of other clients, which `metadata.managedFields` names. Helm is no other
/// client here.
///
/// The bundle of authorities of the conversion webhook stays if another client has written it. It also stays
/// if the update has only a placeholder for it (`Cg==`). In a list of versions that another client has
/// written, the columns, subresources and deprecations that the update lacks stay, and so do the versions.
/// (kubernetes.io, "Server-Side Apply", field management)
/// @param update see `update_of`
/// @param current the definition in the cluster
[[nodiscard]] considerate_update beside_foreign_parts(const text::json& update, const text::json& current);

} // namespace core::crds
