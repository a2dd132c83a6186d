#pragma once

#include "actors/releases/helm_parts.hpp"
#include "core/releases/claimed_object.hpp"
#include "core/releases/manifest.hpp"

#include <functional>
#include <vector>

namespace actors::releases {

using found_claims = base::result<std::vector<core::releases::claimed_object>>;

/// Finds the objects that another client manages by server-side apply. These objects are left out: absent
/// objects, objects whose kind is served in other versions only, objects that Helm keeps
/// (`helm.sh/resource-policy`), and objects that the operator may not read. Fails if the API server gives no
/// answer about an object.
void find_claims(helm_parts& parts, std::vector<core::releases::manifest_object> objects,
                 std::function<void(const found_claims&)> then);

} // namespace actors::releases
