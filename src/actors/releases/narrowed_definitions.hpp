#pragma once

#include "actors/releases/helm_parts.hpp"

#include <functional>
#include <string>
#include <vector>

namespace actors::releases {

using found_narrowed = base::result<std::vector<std::string>>;

/// The parts of CustomResourceDefinitions in the cluster that objects have and that a rendered chart would
/// take away (`widgets.example.com: spec.extra of v1, which Widget default/a has`), see
/// `cluster::operations::find_used_parts`. Definitions are read one after the other. Fails if the API server
/// gives no answer about a definition or its objects.
void find_narrowed(helm_parts& parts, const std::string& manifest, std::function<void(const found_narrowed&)> then);

} // namespace actors::releases
