#pragma once

#include "core/text/json.hpp"
#include "core/values/patch_effects.hpp"
#include "core/values/section_schemas.hpp"

#include <optional>
#include <vector>

namespace core {

/// All that the values of one section are made of.
struct section_layers {
  std::vector<json> statics;  ///< sections of values files, the weakest first
  section_schemas schemas;    ///< of defaults and of checks
  std::optional<json> config; ///< section of the ConfigMap; nothing: it has none
  patch_effects effects;      ///< of values patches; on the document `{"<key>": values}`
};

/// The section of the ConfigMap, `{}` if there is none.
[[nodiscard]] json config_values(const section_layers& layers);

/// Values files, defaults and ConfigMap, without patches: what `openapi/config-values.yaml` is about.
[[nodiscard]] json unpatched_values(const section_layers& layers);

/// The same with the defaults of `openapi/values.yaml`: everything but the patches.
[[nodiscard]] json base_values(const section_layers& layers);

/// The effective values: everything, in the order of VALUES, "Merged values".
[[nodiscard]] json merged_values(const section_layers& layers, std::string_view key);

/// The effective values, where those without patches are known already: costs only the places that patches have set.
/// @param base what `base_values` gives for these layers.
[[nodiscard]] json merged_values(const section_layers& layers, const json& base, std::string_view key);

} // namespace core
