#pragma once

#include "kube/resource.hpp"

namespace actors {

/// The kind of object in which Helm keeps releases.
[[nodiscard]] inline kube::resource release_secrets() {
  return {"", "v1", "Secret", "secrets", true, {}, "secret", {}};
}

} // namespace actors
