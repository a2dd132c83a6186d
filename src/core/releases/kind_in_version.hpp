#pragma once

#include "core/releases/manifest.hpp"

#include <string>

namespace core::releases {

/// An object of a revision whose kind the API server serves in other versions only.
struct object_in_version {
  manifest_object object; ///< with the version of the revision
  std::string served_as;  ///< versions of the same group, `policy/v1`
};

} // namespace core::releases
