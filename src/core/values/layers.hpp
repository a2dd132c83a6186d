#pragma once

#include "core/schema/section_schemas.hpp"
#include "core/values/patch_effects.hpp"
#include "text/json/json.hpp"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace core::values {

/// The hook whose values patch has set a value.
struct patch_source {
  std::string hook;
  std::uint64_t revision = 0; ///< of the values since then; 0: the patch is only being checked
};

/// The layers of a section's values.
struct section_layers {
  std::vector<text::json> statics;                       ///< sections of values files, the weakest first
  std::vector<std::string> files;                        ///< the path of the file of each of them, for messages
  schema::section_schemas schemas;                       ///< of defaults and of checks
  std::optional<text::json> config;                      ///< section of the ConfigMap; nullopt: it has no such section
  patch_effects effects;                                 ///< of values patches; on the document `{"<key>": values}`
  std::map<text::json_pointer, patch_source> patched_by; ///< places that patches have set, for messages
  text::json chart_values = text::json::object();        ///< of a module: see `static_section::chart_values`
};

/// The section of the ConfigMap, `{}` if it is absent.
[[nodiscard]] text::json config_values(const section_layers& layers);

/// The ConfigMap with the defaults of `openapi/config-values.yaml`: the values that this schema judges.
[[nodiscard]] text::json configured_values(const section_layers& layers);

/// The same values laid over the values files: all layers except patches and the defaults of
/// `openapi/values.yaml`.
[[nodiscard]] text::json unpatched_values(const section_layers& layers);

/// Everything but the patches.
[[nodiscard]] text::json base_values(const section_layers& layers);

/// The effective values: all layers, in the order of VALUES.md of flant/addon-operator, "Merged values".
[[nodiscard]] text::json merged_values(const section_layers& layers, std::string_view key);

/// The effective values, from the values without patches: the cost is only that of the places that patches
/// have set.
/// @param base the result of `base_values` for these layers.
[[nodiscard]] text::json merged_values(const section_layers& layers, const text::json& base, std::string_view key);

} // namespace core::values
