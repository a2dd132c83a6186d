#include "core/values/former_defaults.hpp"

#include "core/schema/section_schemas.hpp"

namespace core::values {

std::optional<text::json> with_former_defaults(const former_schemas& schemas, const std::string& key,
                                               const text::json& section) {
  const auto compiled = schema::make_section_schemas({schemas.config_values, schemas.values, {}}, key);
  if (!compiled) return std::nullopt;
  // In the order of the layers: the schema of the ConfigMap fills the section first.
  auto filled = compiled->config ? compiled->config->with_defaults(section) : section;
  return compiled->values ? compiled->values->with_defaults(filled) : filled;
}

} // namespace core::values
