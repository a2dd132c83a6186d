#pragma once

#include "kube/api/resource.hpp"
#include "simulation/fake_api_documents.hpp"
#include "simulation/fake_api_objects.hpp"
#include "text/json/json.hpp"

#include <optional>
#include <vector>

namespace simulation {

/// True for the resource of CustomResourceDefinitions.
[[nodiscard]] bool is_definitions(const kube::api::resource& x);

/// The reason to refuse an update of a CustomResourceDefinition: a changed immutable field, or a missing
/// version that has stored objects. Empty: the update is valid.
[[nodiscard]] std::optional<api_failure> definition_fault(const text::json& before, const text::json& after);

/// Establishes complete CustomResourceDefinitions, as a controller of the API server does: accepts or refuses
/// names, notes stored versions, and serves the kinds from now on. A definition without a `spec` is left
/// alone: a test sets its kinds by `add_resource`.
/// @returns true if a definition was established or refused
bool establish_definitions(fake_api_objects& storage, std::vector<kube::api::resource>& served);

/// True if `establish_definitions` would find a definition.
[[nodiscard]] bool has_definition_to_establish(const fake_api_objects& storage);

} // namespace simulation
