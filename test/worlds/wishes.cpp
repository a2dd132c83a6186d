// The wishes of users and their tools, also while the ConfigMap is away, and that no object is removed which was wanted
// all the time.
#include "worlds/tree_texts.hpp"
#include "worlds/world.hpp"

namespace worlds {

namespace {

text::json data_of(const text::json& object) {
  const auto* data = object.find("data");
  return data == nullptr ? text::json::object() : *data;
}

} // namespace

/// As by a tool that replaces objects: its content stays in the hands of its author.
bool world::take_config_away() {
  auto object = api_.object("ConfigMap", operator_namespace, operator_config);
  if (!object || away_config_) return false;
  for (const auto& [key, text] : data_of(*object).as_object()) ++edits_[key];
  away_config_ = std::move(object);
  api_.delete_object("ConfigMap", operator_namespace, operator_config);
  return true;
}

/// Hooks may have made another ConfigMap meanwhile; their keys stay.
void world::bring_config_back() {
  if (!away_config_) return;
  auto data = data_of(*away_config_);
  for (const auto& [key, text] : data.as_object()) ++edits_[key];
  if (const auto made = api_.object("ConfigMap", operator_namespace, operator_config))
    for (const auto& [key, text] : data_of(*made).as_object()) {
      ++edits_[key];
      data = data.with(key, text);
    }
  const auto metadata = text::json::object({{"name", operator_config}, {"namespace", operator_namespace}});
  api_.put_object(away_config_->with("metadata", metadata).with("data", data));
  away_config_.reset();
  note_wishes();
}

void world::note_wishes() {
  if (away_config_) return;
  note_flags();
  const auto wanted = wanted_of(plan_, api_).enabled;
  for (const auto& x : plan_.modules) {
    if (!wanted.contains(x.name)) once_unwanted_.insert(x.name);
    if (config_section(api_, x.name).find("extra") == nullptr) once_without_extra_.insert(x.name);
  }
}

void world::check_wish(const std::string& release) {
  note_wishes();
  for (const auto& x : plan_.modules)
    if (x.name == release) {
      ++seen_.rules["wish"];
      if (!once_unwanted_.contains(release))
        breach_of("wish", "release " + release + " is uninstalled, and its module was wanted in all of this life");
    }
}

void world::check_loss(const std::string& release) {
  note_wishes();
  const auto made = helm_.latest(release);
  const auto before = made ? helm_.stored(release, made->revision - 1) : std::nullopt;
  const auto has_extra = [&](const test::release_secret& x) {
    return x.manifest.find(release + extra_suffix) != std::string::npos;
  };
  if (!before || !has_extra(*before)) return;
  ++seen_.rules["wish"];
  if (!has_extra(*made) && !once_without_extra_.contains(release))
    breach_of("wish",
              "the extra object of " + release + " goes, and its value was in the ConfigMap in all of this life");
}

} // namespace worlds
