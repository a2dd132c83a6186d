#pragma once

#include "worlds/plan.hpp"

#include <string>

namespace worlds {

/// The value that the hook of a module that `writes_config` writes. A user who edits `replicas` causes
/// another write. If sections may lose this key, it always has the same value: the operator holds a release
/// whose key was lost and comes back with another value.
[[nodiscard]] inline std::string stamp_of(const plan& x, const std::string& replicas) {
  const bool may_be_lost =
    x.sections_go || has_trouble(x, trouble_kind::config_goes) || has_trouble(x, trouble_kind::config_invalid);
  return may_be_lost ? "written" : "of-" + replicas;
}

} // namespace worlds
