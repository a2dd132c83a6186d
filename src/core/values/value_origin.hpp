#pragma once

#include "core/schema/schema.hpp"
#include "core/values/layers.hpp"

#include <string>
#include <vector>

namespace core::values {

/// The origin of the value at a place of a section, for a message: `from modules/values.yaml`, `from key
/// 'web' of the ConfigMap`, `a default of the schema`, `set by hooks/discover.sh, revision 7`. Empty if there
/// is no value.
/// @param document `{"<key>": values}`, which the layers have made
[[nodiscard]] std::string origin_of(const section_layers& layers, const text::json& document,
                                    const text::json_pointer& place);

/// The violations on one line, each with the origin of the value that was found. A long list is cut, and the
/// number of the remaining violations added.
[[nodiscard]] std::string describe(const schema::violations& violations, const section_layers& layers,
                                   const text::json& document);

/// The violations by a section's values files that no hook and no ConfigMap can end, as `describe` writes
/// them; empty: no violations. Missing names do not count, because another layer may still set them.
[[nodiscard]] std::string faults_of_files(const section_layers& layers, const text::json& values,
                                          const std::string& key);

/// Notes the hook for each place that the patch sets.
/// @param document before the patch, to which it can be applied
void note_patch(section_layers& layers, const text::json& document, const text::json_patch& patch,
                const std::string& hook);

} // namespace core::values
