#pragma once

#include "kube/api/resource.hpp"
#include "simulation/fake_api_documents.hpp"
#include "simulation/fake_storage.hpp"
#include "text/json/json.hpp"

#include <optional>
#include <vector>

namespace simulation {

/// Whether this resource is the CustomResourceDefinitions.
[[nodiscard]] bool is_definitions(const kube::api::resource& x);

/// Why the API server refuses this state of a CustomResourceDefinition after that state: immutable fields,
/// and versions that are stored.
[[nodiscard]] std::optional<api_failure> definition_fault(const text::json& before, const text::json& after);

/// Establishes the CustomResourceDefinitions that are complete and not established yet, as a controller of
/// the API server does: names are accepted or not, stored versions noted, and their kinds served from now on.
/// Tests that bring such an object without a `spec` set the served kinds themselves.
/// @returns whether there was such a definition
bool establish_definitions(fake_storage& storage, std::vector<kube::api::resource>& served);

/// Whether that would find a definition.
[[nodiscard]] bool has_definition_to_establish(const fake_storage& storage);

} // namespace simulation
