#pragma once

#include "worlds/model.hpp"
#include "worlds/plan.hpp"

#include <algorithm>
#include <string>

namespace worlds {

/// Whether the stray release stays: it was held while there was no ConfigMap, or while a module could not be
/// used. It stays until its removal is confirmed, and no user of a world confirms it.
[[nodiscard]] inline bool is_kept_stray(const plan& x, const std::string& problem) {
  const auto is_doubt = [](const auto& trouble) {
    return trouble.kind == trouble_kind::config_goes || trouble.kind == trouble_kind::config_invalid;
  };
  return problem.find(std::string("stay as they are: ") + stray_release) != problem.npos
         && std::any_of(x.troubles.begin(), x.troubles.end(), is_doubt);
}

} // namespace worlds
