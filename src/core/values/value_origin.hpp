#pragma once

#include "core/schema/schema.hpp"
#include "core/values/layers.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace core::values {

/// The origin of the value at a place of a section, for a message: `from modules/values.yaml`, `from key
/// 'web' of the ConfigMap`, `a default of the schema`, `set by hooks/discover.sh, revision 7`. Empty if there
/// is no value.
/// @param document `{"<key>": values}`, which the layers have made
[[nodiscard]] std::string origin_of(const section_layers& layers, const text::json& document,
                                    const text::json_pointer& place);

/// The origin of a value, for people that may not see the value.
struct known_origin {
  std::string type{};         ///< `a string`; empty: there is no value
  std::string words{};        ///< `set by global hook 'a.sh'`, else as `origin_of` has it
  std::uint64_t revision = 0; ///< of the values after a hook's patch; 0: no hook has set it
  std::string type_before{};  ///< see `patch_source`
};

/// As `origin_of`, with the type of the value.
[[nodiscard]] known_origin known_origin_of(const section_layers& layers, const text::json& document,
                                           const text::json_pointer& place);

/// Lists the violations on a single line, each with the origin of the wrong value. A long list is cut and
/// ends with the number of the remaining violations.
[[nodiscard]] std::string describe(const schema::violations& violations, const section_layers& layers,
                                   const text::json& document);

/// Lists, in the form of `describe`, the violations in a section's values files that neither a hook nor the
/// ConfigMap can repair; empty: no violations. Missing names do not count, because another layer may still
/// set them.
[[nodiscard]] std::string faults_of_files(const section_layers& layers, const text::json& values,
                                          const std::string& key);

/// Notes the hook for each place that the patch sets. A place that already has this value of the same hook
/// stays as it was noted.
/// @param document the document before the patch; the patch can be applied to it
void note_patch(section_layers& layers, const text::json& document, const text::json_patch& patch,
                const std::string& hook);

} // namespace core::values
