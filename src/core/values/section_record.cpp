#include "core/values/section_record.hpp"

#include "core/text/json_merge.hpp"
#include "core/text/tree_weight.hpp"
#include "core/values/value_origin.hpp"

#include <algorithm>
#include <utility>
#include <vector>

namespace core {
namespace {

/// What defaults may add to one section; see tree_weight.hpp.
constexpr std::size_t defaults_weight_max = std::size_t{8} << 20;

/// The violations in what the ConfigMap says. Names that are missing in it and that a values file brings are none.
schema_violations violations_of_config(const section_layers& layers, const json& values, const std::string& key) {
  const auto& rules = *layers.schemas.config;
  auto violations = rules.validate(values, key);
  if (layers.statics.empty() || !violations.any_missing()) return violations;
  const auto with_files = rules.missing_marks(unpatched_values(layers));
  return rules.validate(values, key, schema::check{.missing = &with_files});
}

/// Defaults in a list of many small items may be a thousand times what the ConfigMap says. Helm and hooks get all of it as
/// text, so it is refused before it is made.
result<void> check_defaults(const section_layers& layers, const std::string& context) {
  auto values = json::object();
  for (const auto& layer : layers.statics) values = deep_merge(values, layer);
  if (layers.config) values = deep_merge(values, *layers.config);
  std::size_t weight = 0;
  for (const auto* rules : {&layers.schemas.config, &layers.schemas.values})
    if (*rules) weight += (*rules)->weight_of_defaults(values, defaults_weight_max);
  if (weight <= defaults_weight_max) return {};
  return fail(error_code::invalid_input,
              context + ": the defaults of its schema would take more than "
                + std::to_string(defaults_weight_max >> 20U)
                + " MiB in it (each value counts 56 bytes, each text, list and map 96, each name 40): make its lists "
                  "shorter, or leave out defaults for items of lists in openapi/");
}

/// Holds the ConfigMap to its schema.
result<void> check_config(section_layers layers, const std::string& key, const std::string& context) {
  if (!layers.schemas.config || config_values(layers) == json::object()) return {};
  const auto values = configured_values(layers);
  const auto violations = violations_of_config(layers, values, key);
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

result<void> rework_values(section_record& section, const std::string& key, const std::string& context) {
  if (auto fits = check_defaults(section.layers, context); !fits) return fits;
  section.base = base_values(section.layers);
  section.values = merged_values(section.layers, section.base, key);
  return {};
}

result<void> reconfigure(section_record& section, const std::string& key, const std::string& context,
                         std::map<json_pointer, patch_source> patched_by) {
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

} // namespace core
