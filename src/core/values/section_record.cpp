#include "core/values/section_record.hpp"

#include "core/values/value_origin.hpp"

#include <algorithm>
#include <utility>
#include <vector>

namespace core {
namespace {

/// Leaves out names that are missing in the ConfigMap and that a values file brings.
void forgive_missing(std::vector<schema_violation>& violations, const section_layers& layers, const std::string& key) {
  const auto is_missing = [](const schema_violation& x) { return x.is_missing; };
  if (layers.statics.empty() || std::none_of(violations.begin(), violations.end(), is_missing)) return;
  const auto with_files = layers.schemas.config->validate(unpatched_values(layers), key);
  std::erase_if(violations, [&](const schema_violation& x) {
    return x.is_missing && std::none_of(with_files.begin(), with_files.end(), [&](const schema_violation& y) {
             return x.path == y.path && x.rule == y.rule;
           });
  });
}

/// Holds the ConfigMap to its schema.
result<void> check_config(section_layers layers, const std::string& key, const std::string& context) {
  if (!layers.schemas.config || config_values(layers) == json::object()) return {};
  const auto values = configured_values(layers);
  auto violations = layers.schemas.config->validate(values, key);
  forgive_missing(violations, layers, key);
  if (violations.empty()) return {};
  // No value that is judged here comes from a file, even if there is another one in its place.
  layers.statics.clear();
  return fail(error_code::invalid_input, context + ": " + describe(violations, layers, json::object({{key, values}})));
}

} // namespace

result<void> check_values(const std::optional<schema>& rules, const json& values, const section_layers& layers,
                          const std::string& key, const std::string& context, const std::optional<json>& accepted) {
  if (!rules) return {};
  const auto violations = rules->validate(values, key, accepted ? &*accepted : nullptr);
  if (violations.empty()) return {};
  return fail(error_code::invalid_input, context + ": " + describe(violations, layers, json::object({{key, values}})));
}

void rework_values(section_record& section, const std::string& key) {
  section.base = base_values(section.layers);
  section.values = merged_values(section.layers, section.base, key);
}

result<void> reconfigure(section_record& section, const std::string& key, const std::string& context,
                         std::map<json_pointer, patch_source> patched_by) {
  auto layers = section.layers;
  layers.patched_by = std::move(patched_by);
  if (auto checked = check_config(layers, key, context); !checked) return checked;
  rework_values(section, key);
  return {};
}

void accept_if_valid(section_record& section, const std::string& key) {
  const auto& rules = section.layers.schemas.values;
  const auto* before = section.accepted ? &*section.accepted : nullptr;
  if (rules && rules->validate(section.values, key, before).empty()) section.accepted = section.values;
}

} // namespace core
