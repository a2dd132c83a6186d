#include "worlds/item_troubles.hpp"

#include "support/noise.hpp"
#include "worlds/named_object.hpp"

#include <algorithm>

namespace worlds {

namespace {

constexpr std::int64_t ms = 1000;

happening change_of(const trouble& x, std::int64_t at_ms, dice& chance) {
  return {at_ms, chance.percent(75) ? happening_kind::put_item : happening_kind::delete_item, x.subject,
          "item-" + std::to_string(chance.between(1, 2))};
}

using uids = std::map<std::string, std::string>;

/// The uids of a module's items by their names, as far as hooks see them.
uids uids_of_items(const simulation::fake_api_server& api, const std::string& module) {
  uids found;
  for (const auto& [name, payload] : items_of(api, module)) {
    const auto object = api.object("Widget", apps_namespace, name);
    if (object) found[name] = object->find("metadata")->string_at("uid").value_or("");
  }
  return found;
}

std::string large_item_of(const std::string& module) {
  return module + large_item_suffix;
}

} // namespace

void item_troubles::begin_loss(const trouble& x) {
  before_[x.from_ms] = present();
  auto chance = dice(plan_.seed).split("loss " + std::to_string(x.from_ms));
  for (auto left = chance.between(1, 3); left > 0; --left) {
    const auto change = change_of(x, x.from_ms + chance.between(1, std::max<std::int64_t>(2, x.for_ms - 1)), chance);
    agenda_.at(change.at_ms * ms, [this, change] { outside_.happen(change); });
  }
  // New changes of the same items get the resourceVersions of the lost changes.
  for (auto left = chance.between(0, 3); left > 0; --left) {
    const auto change = change_of(x, x.from_ms + x.for_ms + chance.between(1, 3000), chance);
    if (change.at_ms < busy_ms) agenda_.at(change.at_ms * ms, [this, change] { outside_.happen(change); });
  }
}

void item_troubles::lose(const trouble& x) {
  const auto before = before_.at(x.from_ms);
  const auto now = present();
  if (now.all == before.all || now.all - before.all != now.of_items - before.of_items) return;
  std::map<std::string, std::pair<text_map, uids>> items;
  for (const auto& module : plan_.modules)
    items[module.name] = {items_of(api_, module.name), uids_of_items(api_, module.name)};
  const auto lost = api_.go_back(before.all, simulation::restored_revisions::used_again);
  if (lost == 0) return;
  for (auto& [module, last] : items) {
    // An item that was made anew since the backup has gone, although an earlier item has its name again.
    const auto restored = uids_of_items(api_, module);
    for (const auto& [name, uid] : last.second)
      if (const auto again = restored.find(name); again != restored.end() && again->second != uid)
        last.first.erase(name);
    past_.note("items " + module, last.first);
  }
  note("the API server has lost " + std::to_string(lost) + " changes of items");
  here_.count_hit(x.kind);
  outside_.note_past();
}

bool item_troubles::begin_swelling(const std::string& module) {
  if (!api_.serves("Widget")) return false;
  auto metadata = text::json::object({{"name", large_item_of(module)}, {"namespace", apps_namespace}});
  metadata = metadata.with("labels", text::json::object({{"module", module}}));
  api_.put_object(named("example.io/v1", "Widget", std::move(metadata))
                    .with("spec", text::json::object({{"payload", "large"}, {"bulk", test::noise(small_room)}})));
  outside_.note_past();
  return true;
}

void item_troubles::end_swelling(const std::string& module) {
  if (!api_.serves("Widget")) return;
  api_.delete_object("Widget", apps_namespace, large_item_of(module));
  outside_.note_past();
}

} // namespace worlds
