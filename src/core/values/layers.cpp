#include "core/values/layers.hpp"

#include "text/json/json_merge.hpp"

#include <utility>

namespace core::values {
namespace {

text::json with_defaults(const std::optional<schema::schema>& source, text::json values) {
  return source ? source->with_defaults(values) : values;
}

/// The ConfigMap and the defaults of its schema, laid over `values`.
text::json configured_over(const section_layers& layers, text::json values) {
  // Defaults lie below the ConfigMap, so they are filled in before it.
  values = with_defaults(layers.schemas.config, values);
  if (layers.config) values = text::deep_merge(values, *layers.config);
  // Defaults are filled in once more, because the ConfigMap may have added objects that have members with
  // defaults.
  return with_defaults(layers.schemas.config, values);
}

} // namespace

text::json config_values(const section_layers& layers) {
  return layers.config.value_or(text::json::object());
}

text::json configured_values(const section_layers& layers) {
  return configured_over(layers, text::json::object());
}

text::json unpatched_values(const section_layers& layers) {
  auto values = text::json::object();
  for (const auto& layer : layers.statics) values = text::deep_merge(values, layer);
  return configured_over(layers, std::move(values));
}

text::json base_values(const section_layers& layers) {
  return with_defaults(layers.schemas.values, unpatched_values(layers));
}

text::json merged_values(const section_layers& layers, std::string_view key) {
  return merged_values(layers, base_values(layers), key);
}

text::json merged_values(const section_layers& layers, const text::json& base, std::string_view key) {
  if (layers.effects.empty()) return base;
  const auto patched = layers.effects.lay_over(text::json::object({{std::string(key), base}}));
  const auto* section = patched.find(key);
  return section ? *section : text::json::object();
}

} // namespace core::values
