// The ConfigMap goes, and comes back.
#include "worlds/world.hpp"

namespace worlds {

namespace {

text::json data_of(const text::json& object) {
  const auto* data = object.find("data");
  return data == nullptr ? text::json::object() : *data;
}

} // namespace

/// Deletes the ConfigMap, as a tool that replaces objects does. The user still has the content.
bool world::take_config_away() {
  auto object = api_.object("ConfigMap", operator_namespace, operator_config);
  if (!object || away_config_) return false;
  for (const auto& [key, text] : data_of(*object).as_object()) tell(&observer::config_edited, key);
  away_config_ = std::move(object);
  api_.delete_object("ConfigMap", operator_namespace, operator_config);
  return true;
}

/// Creates it again. Hooks may have made another ConfigMap meanwhile; their keys stay.
void world::bring_config_back() {
  if (!away_config_) return;
  auto data = data_of(*away_config_);
  for (const auto& [key, text] : data.as_object()) tell(&observer::config_edited, key);
  if (const auto made = api_.object("ConfigMap", operator_namespace, operator_config))
    for (const auto& [key, text] : data_of(*made).as_object()) {
      tell(&observer::config_edited, key);
      data = data.with(key, text);
    }
  const auto metadata = text::json::object({{"name", operator_config}, {"namespace", operator_namespace}});
  api_.put_object(away_config_->with("metadata", metadata).with("data", data));
  away_config_.reset();
  tell(&observer::cluster_changes);
}

} // namespace worlds
