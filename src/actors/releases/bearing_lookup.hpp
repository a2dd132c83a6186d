#pragma once

#include "actors/releases/helm_parts.hpp"
#include "core/releases/manifest.hpp"

#include <functional>
#include <vector>

namespace actors::releases {

/// Finds the objects of a release whose deletion also deletes data of users, see `bearing_objects`.
/// StatefulSets are read from the cluster: only those count whose claims go with them, or that cannot be
/// read.
void find_bearing(helm_parts& parts, const std::vector<core::releases::manifest_object>& objects,
                  std::function<void(const std::vector<core::releases::manifest_object>&)> then);

} // namespace actors::releases
