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
                                        const std::string& key, schema::schema::check how) {
  const auto& rules = *layers.schemas.config;
  auto violations = rules.validate(values, key, how);
  if (layers.statics.empty() || !violations.any_missing()) return violations;
  const auto with_files = rules.missing_marks(values::unpatched_values(layers));
  how.missing = &with_files;
  return rules.validate(values, key, how);
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
base::result<void> check_config(section_record& section, values::section_layers layers, const std::string& key,
                                const std::string& context) {
  if (!layers.schemas.config || !layers.config) {
    section.accepted_config.reset();
    return {};
  }
  auto values = values::configured_values(layers);
  if (*layers.config == text::json::object()) {
    section.accepted_config = std::move(values);
    return {};
  }
  const auto* before = section.accepted_config ? &*section.accepted_config : nullptr;
  const auto violations =
    violations_of_config(layers, values, key, {.old = before, .skipped_rules = &section.skipped_rules});
  if (violations.empty()) {
    section.accepted_config = std::move(values);
    return {};
  }
  // The check is about the ConfigMap alone, so the layers of the files are left out: messages would otherwise
  // name files as origins of values that the files do not set.
  layers.statics.clear();
  return base::fail(base::error_code::invalid_input,
                    context + ": " + values::describe(violations, layers, text::json::object({{key, values}})));
}

schema::schema::check check_of_values(section_record& section) {
  return {.accepted = section.accepted ? &*section.accepted : nullptr, .skipped_rules = &section.skipped_rules};
}

} // namespace

base::result<void> check_values(section_record& section, const std::string& key, const std::string& context) {
  const auto& rules = section.layers.schemas.values;
  const auto violations = rules ? rules->validate(section.values, key, check_of_values(section)) : schema::violations();
  if (violations.empty()) {
    section.accepted = section.values;
    return {};
  }
  return base::fail(base::error_code::invalid_input,
                    context + ": "
                      + values::describe(violations, section.layers, text::json::object({{key, section.values}})));
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
  if (auto checked = check_config(section, layers, key, context); !checked) return checked;
  return rework_values(section, key, context);
}

void accept_if_valid(section_record& section, const std::string& key) {
  const auto& rules = section.layers.schemas.values;
  if (rules && rules->validate(section.values, key, check_of_values(section)).empty())
    section.accepted = section.values;
}

} // namespace core::config
