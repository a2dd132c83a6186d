#include "core/values/layers.hpp"

#include "core/text/json_merge.hpp"

#include <utility>

namespace core {
namespace {

json with_defaults(const std::optional<schema>& source, json values) {
  return source ? source->with_defaults(values) : values;
}

/// The ConfigMap and the defaults of its schema, laid over `values`.
json configured_over(const section_layers& layers, json values) {
  values = with_defaults(layers.schemas.config, values);
  if (layers.config) values = deep_merge(values, *layers.config);
  // Once more, for what the ConfigMap has brought: an object in it gets the defaults of its members.
  return with_defaults(layers.schemas.config, values);
}

} // namespace

json config_values(const section_layers& layers) {
  return layers.config.value_or(json::object());
}

json configured_values(const section_layers& layers) {
  return configured_over(layers, json::object());
}

json unpatched_values(const section_layers& layers) {
  auto values = json::object();
  for (const auto& layer : layers.statics) values = deep_merge(values, layer);
  return configured_over(layers, std::move(values));
}

json base_values(const section_layers& layers) {
  return with_defaults(layers.schemas.values, unpatched_values(layers));
}

json merged_values(const section_layers& layers, std::string_view key) {
  return merged_values(layers, base_values(layers), key);
}

json merged_values(const section_layers& layers, const json& base, std::string_view key) {
  if (layers.effects.empty()) return base;
  const auto patched = layers.effects.lay_over(json::object({{std::string(key), base}}));
  const auto* section = patched.find(key);
  return section ? *section : json::object();
}

} // namespace core
