#pragma once

#include "text/json/json.hpp"

#include <optional>
#include <string>

namespace core::values {

/// The texts of the schemas that a section once had; nullopt for a schema that it had not.
struct former_schemas {
  std::optional<std::string> config_values; ///< openapi/config-values.yaml
  std::optional<std::string> values;        ///< openapi/values.yaml
};

/// The section with the defaults of its former schemas in place of values that are missing.
/// @param key of the section
/// @returns nullopt: the schemas cannot be used, for example because they refer to other files
[[nodiscard]] std::optional<text::json> with_former_defaults(const former_schemas& schemas, const std::string& key,
                                                             const text::json& section);

} // namespace core::values
