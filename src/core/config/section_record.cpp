#include "core/config/section_record.hpp"

#include "core/values/value_origin.hpp"
#include "text/json/json_merge.hpp"
#include "text/json/tree_weight.hpp"

#include <algorithm>
#include <utility>
#include <vector>

namespace core::config {
namespace {

/// The weight that defaults may add to a section; see tree_weight.hpp.
constexpr std::size_t defaults_weight_max = std::size_t{8} << 20;

/// The violations by the ConfigMap's values. A missing name is no violation if a values file provides it.
schema::violations violations_of_config(const values::section_layers& layers, const text::json& values,
                                        const std::string& key) {
  const auto& rules = *layers.schemas.config;
  auto violations = rules.validate(values, key);
  if (layers.statics.empty() || !violations.any_missing()) return violations;
  const auto with_files = rules.missing_marks(values::unpatched_values(layers));
  return rules.validate(values, key, schema::schema::check{.missing = &with_files});
}

/// Defaults in a list of many small items may be a thousand times as large as the ConfigMap's text. Helm and
/// hooks get all of them as text, so such values are refused before they are made.
base::result<void> check_defaults(const values::section_layers& layers, const std::string& context) {
  auto values = text::json::object();
  for (const auto& layer : layers.statics) values = text::deep_merge(values, layer);
  if (layers.config) values = text::deep_merge(values, *layers.config);
  std::size_t weight = 0;
  for (const auto* rules : {&layers.schemas.config, &layers.schemas.values})
    if (*rules) weight += (*rules)->weight_of_defaults(values, defaults_weight_max);
  if (weight <= defaults_weight_max) return {};
  return base::fail(
    base::error_code::invalid_input,
    context + ": the defaults of its schema would take more than " + std::to_string(defaults_weight_max >> 20U)
      + " MiB in it (each value counts 56 bytes, each text, list and map 96, each name 40): make its lists "
        "shorter, or leave out defaults for items of lists in openapi/");
}

/// Checks the ConfigMap's section by its schema.
base::result<void> check_config(values::section_layers layers, const std::string& key, const std::string& context) {
  if (!layers.schemas.config || values::config_values(layers) == text::json::object()) return {};
  const auto values = values::configured_values(layers);
  const auto violations = violations_of_config(layers, values, key);
  if (violations.empty()) return {};
  // The check is about the ConfigMap alone, so the layers of the files are left out: messages would otherwise
  // name files as origins of values that the files do not set.
  layers.statics.clear();
  return base::fail(base::error_code::invalid_input,
                    context + ": " + values::describe(violations, layers, text::json::object({{key, values}})));
}

} // namespace

base::result<void> check_values(const std::optional<schema::schema>& rules, const text::json& values,
                                const values::section_layers& layers, const std::string& key,
                                const std::string& context, const std::optional<text::json>& accepted) {
  if (!rules) return {};
  const auto violations = rules->validate(values, key, accepted ? &*accepted : nullptr);
  if (violations.empty()) return {};
  return base::fail(base::error_code::invalid_input,
                    context + ": " + values::describe(violations, layers, text::json::object({{key, values}})));
}

base::result<void> rework_values(section_record& section, const std::string& key, const std::string& context) {
  if (auto fits = check_defaults(section.layers, context); !fits) return fits;
  section.base = values::base_values(section.layers);
  section.values = values::merged_values(section.layers, section.base, key);
  return {};
}

base::result<void> reconfigure(section_record& section, const std::string& key, const std::string& context,
                               std::map<text::json_pointer, values::patch_source> patched_by) {
  auto layers = section.layers;
  layers.patched_by = std::move(patched_by);
  if (auto fits = check_defaults(layers, context); !fits) return fits;
  if (auto checked = check_config(layers, key, context); !checked) return checked;
  return rework_values(section, key, context);
}

void accept_if_valid(section_record& section, const std::string& key) {
  const auto& rules = section.layers.schemas.values;
  const auto* before = section.accepted ? &*section.accepted : nullptr;
  if (rules && rules->validate(section.values, key, before).empty()) section.accepted = section.values;
}

} // namespace core::config
