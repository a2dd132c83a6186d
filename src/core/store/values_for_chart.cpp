#include "core/store/values_for_chart.hpp"

#include "core/values/names.hpp"
#include "core/values/value_origin.hpp"
#include "core/values/values_over_file.hpp"
#include "text/yaml/json_for_yaml.hpp"

#include <utility>

namespace core::store {

namespace {

base::result<void> check(const chart_sections& of) {
  std::string wrong;
  bool is_missing = false;
  const auto look_at = [&](const config::section_record* record, const std::string& key, const auto& schema) {
    const auto* before = record->accepted ? &*record->accepted : nullptr;
    const auto violations = schema->validate(record->values, key, schema::schema::check{.old = before});
    is_missing = is_missing || violations.any_missing();
    const auto text = values::describe(violations, record->layers, text::json::object({{key, record->values}}));
    if (!text.empty()) wrong += (wrong.empty() ? "" : "; ") + text;
  };
  // Global values are checked when they change; charts need only the names, as with flant/addon-operator.
  if (of.global && of.global->layers.schemas.names_for_helm)
    look_at(of.global, std::string(values::global_key), of.global->layers.schemas.names_for_helm);
  if (of.own && of.own->layers.schemas.helm) look_at(of.own, of.owner.key(), of.own->layers.schemas.helm);
  if (is_missing) wrong += " (by openapi/values.yaml; a hook, the ConfigMap or a values file has to bring it)";
  if (wrong.empty()) return {};
  return base::fail(base::error_code::invalid_input, "check helm values: " + wrong);
}

std::string text_of(const chart_sections& of, const values_state& state,
                    const std::vector<std::string>& enabled_modules) {
  const auto key = of.owner.key();
  const auto& file = of.own ? of.own->layers.chart_values : text::json();
  const auto section = state.section_values(of.owner);
  // Helm merges its own values.yaml below these values, so removed members must be null.
  auto for_helm = file.find(key) ? values::values_over_file(section, *file.find(key)) : std::nullopt;
  // Global values that only the chart's values.yaml has, and no layer of the operator, belong to the chart.
  const auto global = state.section_values({});
  const auto removable = file.find(values::global_key) && of.global
                           ? values::shared_places(*file.find(values::global_key), of.global->base)
                           : text::json();
  auto global_for_helm = values::values_over_file(global, removable);
  // Usually no value has to be removed from the file's values; then charts share the text that hooks get.
  if (!for_helm && !global_for_helm) return state.hook_files(of.owner, enabled_modules).values.text();
  text::json::array_type modules(enabled_modules.begin(), enabled_modules.end());
  return text::json::object(
           {{std::string(values::global_key),
             global_for_helm.value_or(global).with("enabledModules", text::json::array(std::move(modules)))},
            {key, for_helm.value_or(section)}})
    .dump();
}

} // namespace

base::result<std::string> values_for_chart(const chart_sections& of, const values_state& state,
                                           const std::vector<std::string>& enabled_modules) {
  if (auto allowed = check(of); !allowed) return tl::unexpected(allowed.error());
  return text::json_for_yaml(text_of(of, state, enabled_modules));
}

} // namespace core::store
