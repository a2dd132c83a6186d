#pragma once

#include "core/releases/release.hpp"
#include "kube/resource.hpp"

namespace actors {

/// The kind of object in which Helm keeps releases.
[[nodiscard]] inline kube::resource release_secrets(core::release_storage storage) {
  if (storage == core::release_storage::config_maps)
    return {"", "v1", "ConfigMap", "configmaps", true, {}, "configmap", {}};
  return {"", "v1", "Secret", "secrets", true, {}, "secret", {}};
}

} // namespace actors
