#include "core/values/section_record.hpp"

#include "core/values/value_origin.hpp"

#include <utility>

namespace core {

result<void> check_values(const std::optional<schema>& rules, const json& values, const section_layers& layers,
                          const std::string& key, const std::string& context, const std::optional<json>& accepted) {
  if (!rules) return {};
  const auto violations = rules->validate(values, key, accepted ? &*accepted : nullptr);
  if (violations.empty()) return {};
  return fail(error_code::invalid_input, context + ": " + describe(violations, layers, json::object({{key, values}})));
}

result<void> reconfigure(section_record& section, const std::string& key, const std::string& context,
                         std::map<json_pointer, patch_source> patched_by) {
  if (config_values(section.layers) != json::object()) {
    auto layers = section.layers;
    layers.patched_by = std::move(patched_by);
    if (auto checked = check_values(layers.schemas.config, unpatched_values(layers), layers, key, context); !checked)
      return checked;
  }
  section.base = base_values(section.layers);
  section.values = merged_values(section.layers, section.base, key);
  return {};
}

void accept_if_valid(section_record& section, const std::string& key) {
  const auto& rules = section.layers.schemas.values;
  const auto* before = section.accepted ? &*section.accepted : nullptr;
  if (rules && rules->validate(section.values, key, before).empty()) section.accepted = section.values;
}

} // namespace core
