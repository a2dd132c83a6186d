// The ConfigMap is edited, goes, and comes back.
#include "worlds/config_author.hpp"

#include "worlds/named_object.hpp"

namespace worlds {

namespace {

text::json data_of(const text::json& object) {
  const auto* data = object.find("data");
  return data == nullptr ? text::json::object() : *data;
}

} // namespace

text::json config_author::present() const {
  return (away_ ? away_ : api_.object("ConfigMap", operator_namespace, operator_config))
    .value_or(
      named("v1", "ConfigMap", text::json::object({{"name", operator_config}, {"namespace", operator_namespace}})));
}

void config_author::edit(const std::string& key, const std::function<text::json(text::json)>& change) {
  const auto changed = change(config_section(present(), key));
  write(key, changed.is_null() ? std::nullopt : std::optional(changed.dump()));
}

void config_author::write(const std::string& key, const std::optional<std::string>& text) {
  const auto object = present();
  const auto data = data_of(object);
  tell(&observer::config_edited, key);
  const auto after = object.with("data", text ? data.with(key, text::json(*text)) : data.without(key));
  if (away_)
    away_ = after;
  else
    api_.put_object(after);
}

/// As by a tool that replaces objects: its content stays in the hands of its author.
bool config_author::take_away() {
  auto object = api_.object("ConfigMap", operator_namespace, operator_config);
  if (!object || away_) return false;
  for (const auto& [key, text] : data_of(*object).as_object()) tell(&observer::config_edited, key);
  away_ = std::move(object);
  api_.delete_object("ConfigMap", operator_namespace, operator_config);
  return true;
}

/// Hooks may have made another ConfigMap meanwhile; their keys stay.
void config_author::bring_back() {
  if (!away_) return;
  auto data = data_of(*away_);
  for (const auto& [key, text] : data.as_object()) tell(&observer::config_edited, key);
  if (const auto made = api_.object("ConfigMap", operator_namespace, operator_config))
    for (const auto& [key, text] : data_of(*made).as_object()) {
      tell(&observer::config_edited, key);
      data = data.with(key, text);
    }
  const auto metadata = text::json::object({{"name", operator_config}, {"namespace", operator_namespace}});
  api_.put_object(away_->with("metadata", metadata).with("data", data));
  away_.reset();
  tell(&observer::cluster_changes);
}

} // namespace worlds
