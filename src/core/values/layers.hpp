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
  std::uint64_t revision = 0; ///< revision of the values after the patch; 0: the patch is still being checked
  std::string type_before{};  ///< of the value that the patch has replaced, if its type was another; may be empty
};

/// The layers of a section's values.
struct section_layers {
  std::vector<text::json> statics;                       ///< sections of values files, the weakest first
  std::vector<std::string> files;                        ///< the paths of these files, for messages
  schema::section_schemas schemas;                       ///< with defaults and rules
  std::optional<text::json> config;                      ///< section of the ConfigMap; nullopt: absent
  patch_effects effects;                                 ///< of values patches on `{"<key>": values}`
  std::map<text::json_pointer, patch_source> patched_by; ///< places that patches have set, for messages
  text::json chart_values = text::json::object();        ///< of a module: see `static_section::chart_values`
};

/// The section of the ConfigMap, `{}` if it is absent.
[[nodiscard]] text::json config_values(const section_layers& layers);

/// The section of the ConfigMap with the defaults of `openapi/config-values.yaml`. This schema checks the
/// result.
[[nodiscard]] text::json configured_values(const section_layers& layers);

/// All layers except patches and the defaults of `openapi/values.yaml`: the values files, then the defaults
/// of `openapi/config-values.yaml` where the files have no value, and over both the section of the ConfigMap.
[[nodiscard]] text::json unpatched_values(const section_layers& layers);

/// The values of all layers except patches.
[[nodiscard]] text::json base_values(const section_layers& layers);

/// The effective values: all layers, in the order of VALUES.md of flant/addon-operator, "Merged values".
[[nodiscard]] text::json merged_values(const section_layers& layers, std::string_view key);

/// The effective values, faster: patches are laid over `base`, so the cost grows only with the places that
/// they set.
/// @param base the result of `base_values` for these layers.
[[nodiscard]] text::json merged_values(const section_layers& layers, const text::json& base, std::string_view key);

} // namespace core::values
