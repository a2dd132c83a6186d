#pragma once

#include "core/releases/release.hpp"
#include "kube/api/resource.hpp"

namespace cluster::records {

/// The kind of object in which Helm keeps releases.
[[nodiscard]] inline kube::api::resource release_secrets(core::releases::release_storage storage) {
  if (storage == core::releases::release_storage::config_maps)
    return {"", "v1", "ConfigMap", "configmaps", true, {}, "configmap", {}};
  return {"", "v1", "Secret", "secrets", true, {}, "secret", {}};
}

} // namespace cluster::records
