#pragma once

#include "core/config/config_sections.hpp"
#include "core/config/displaced_keys.hpp"
#include "core/config/misspelt_keys.hpp"

#include <set>
#include <string>
#include <vector>

namespace core::config {

/// The keys that a ConfigMap has lost by a slip, so that they keep their former values: the edit that has
/// removed the key has also added a probable misspelling of it (`misspelt_keys`), or has moved it to a place
/// where it is not read (`displaced_keys`). A slip outlasts later edits, until an edit repairs either of its
/// two keys.
/// @param written all keys of the ConfigMap
/// @param known keys with a meaning, see `known_config_keys`
/// @param displaced places of known keys in the ConfigMap
[[nodiscard]] std::vector<misspelt_key> kept_keys(const std::set<std::string>& written, const configuration& previous,
                                                  const std::set<std::string>& known, const displaced_keys& displaced);

} // namespace core::config
