// Events in the cluster.
#include "worlds/outside.hpp"

#include "worlds/named_object.hpp"
#include "worlds/tree_texts.hpp"

#include <algorithm>

namespace worlds {

namespace {

constexpr std::int64_t ms = 1000;

text::json labels_of(const std::string& module) {
  return text::json::object({{"module", module}});
}

/// The last of the items lies in another namespace.
std::string namespace_of(const std::string& item) {
  return item == "item-4" ? team_namespace : apps_namespace;
}

text::json item(const std::string& module, const std::string& name, const std::string& payload) {
  return named("example.io/v1", "Widget",
               text::json::object(
                 {{"name", module + "-" + name}, {"namespace", namespace_of(name)}, {"labels", labels_of(module)}}))
    .with("spec", text::json::object({{"payload", payload}}));
}

} // namespace

/// Objects that earlier upgrades have left are not in the manifest, and stay.
void outside::delete_tally(const std::string& module, const std::string& manifest) {
  for (const auto& object : api_.objects("ConfigMap", operator_namespace)) {
    const auto name = object.find("metadata")->string_at("name").value_or("");
    if (name.starts_with(module + tally_suffix) && manifest.find("'" + name + "'") != manifest.npos)
      api_.delete_object("ConfigMap", operator_namespace, name);
  }
}

void outside::happen(const happening& x) {
  switch (x.kind) {
    case happening_kind::put_item:
    case happening_kind::delete_item: change_item(x); break;
    case happening_kind::put_node:
      api_.put_object(named("v1", "Node", text::json::object({{"name", x.subject}})));
      break;
    case happening_kind::delete_node: api_.delete_object("Node", "", x.subject); break;
    case happening_kind::set_flag:
      config_.edit(x.subject + "Enabled", [&](const text::json&) { return text::json(x.detail == "true"); });
      break;
    case happening_kind::remove_flag:
      config_.edit(x.subject + "Enabled", [](const text::json&) { return text::json(); });
      break;
    case happening_kind::set_value:
      config_.edit(x.subject, [&](const text::json& section) {
        const auto replicas = std::stoi(x.detail);
        const auto edited = (section.is_null() ? text::json::object() : section).with("replicas", replicas);
        return replicas % 2 == 0 ? edited.without("extra") : edited.with("extra", extra_object(x.subject));
      });
      break;
    case happening_kind::remove_section: config_.edit(x.subject, [](const text::json&) { return text::json(); }); break;
    case happening_kind::set_gate:
      config_.edit("global", [&](const text::json&) {
        return text::json::object({{"gate", text::json(x.detail == "true")}});
      });
      break;
    case happening_kind::delete_managed: api_.delete_object("ConfigMap", operator_namespace, x.subject); break;
    case happening_kind::foreign_upgrade:
      if (auto latest = helm_.latest(x.subject); latest && latest->status == "deployed") {
        latest->status = "superseded";
        helm_.store(*latest);
        helm_.store({x.subject, latest->revision + 1, "deployed", "", latest->labels});
        // Helm removes objects that are missing from the new manifest.
        for (const auto* suffix : {"", extra_suffix})
          api_.delete_object("ConfigMap", operator_namespace, x.subject + suffix);
        delete_tally(x.subject, latest->manifest);
      }
      break;
    case happening_kind::bookmarks: api_.send_bookmarks(); break;
    case happening_kind::put_secret: put_secret(x.detail, false); break;
    case happening_kind::join_namespace: put_namespace(x.subject, true); break;
    case happening_kind::leave_namespace: put_namespace(x.subject, false); break;
    case happening_kind::put_thing: put_thing(x); break;
    case happening_kind::delete_thing:
      if (api_.serves(kind_of_things(x.subject)))
        api_.delete_object(kind_of_things(x.subject), apps_namespace, x.detail);
      break;
    case happening_kind::burst: begin_burst(x); break;
    case happening_kind::storm: begin_storm(x); break;
    case happening_kind::review: break; // of `admission`
  }
  note_past();
}

void outside::change_item(const happening& x) {
  if (!widgets_.is_served()) return;
  const auto before = api_.revision();
  if (x.kind == happening_kind::put_item)
    api_.put_object(item(x.subject, x.detail, "at-" + std::to_string(x.at_ms)));
  else
    api_.delete_object("Widget", namespace_of(x.detail), x.subject + "-" + x.detail);
  item_revisions_ += api_.revision() - before;
}

void outside::put_namespace(const std::string& name, bool joins) {
  auto metadata = text::json::object({{"name", name}});
  if (joins) metadata = metadata.with("labels", text::json::object({{"joins", "yes"}}));
  api_.put_object(named("v1", "Namespace", std::move(metadata)));
}

/// The kind exists once the module has defined it.
void outside::put_thing(const happening& x) {
  const auto kind = kind_of_things(x.subject);
  if (!api_.serves(kind)) return;
  api_.put_object(
    named(x.subject + ".example.io/v1", kind, text::json::object({{"name", x.detail}, {"namespace", apps_namespace}}))
      .with("spec", text::json::object({{"payload", "at-" + std::to_string(x.at_ms)}})));
}

void outside::note_past() {
  for (const auto& module : plan_.modules) {
    past_.note("items " + module.name, items_of(api_, module.name));
    if (module.defines) past_.note("things " + module.name, things_of(api_, module.name));
  }
  past_.note("nodes", nodes_of(api_));
  tell(&observer::cluster_changes);
}

void outside::begin_burst(const happening& x) {
  auto chance = dice(plan_.seed).split("burst " + std::to_string(x.at_ms));
  const bool is_of_flags = x.detail == flags_only;
  for (int i = 0; i < 20; ++i) {
    happening edit{x.at_ms + chance.between(0, is_of_flags ? 8000 : 2000), happening_kind::set_value, x.subject,
                   std::to_string(chance.between(1, 99))};
    if (is_of_flags || chance.percent(20)) {
      edit.kind = happening_kind::set_flag;
      edit.detail = chance.percent(50) ? "true" : "false";
    }
    agenda_.at(edit.at_ms * ms, [this, edit] { happen(edit); });
  }
}

void outside::begin_storm(const happening& x) {
  auto chance = dice(plan_.seed).split("storm " + std::to_string(x.at_ms));
  for (int i = 0; i < 30; ++i) {
    const happening change{x.at_ms + chance.between(0, 20'000),
                           chance.percent(75) ? happening_kind::put_item : happening_kind::delete_item, x.subject,
                           "item-" + std::to_string(chance.between(1, 4))};
    if (here_.is_calm || change.at_ms < busy_ms) agenda_.at(change.at_ms * ms, [this, change] { happen(change); });
  }
}

/// Changes an item during the Synchronization of its hook: the operator must hold the event until the hook
/// has ended.
void outside::change_meanwhile(const test::hook_run& run, std::int64_t delay_us) {
  if (!plan_.items_move || here_.is_calm || run.reasons() != "items:Synchronization") return;
  const auto module = run.script.substr(0, run.script.find('/'));
  const happening change{(now_us_ + delay_us / 2) / ms, happening_kind::put_item, module, "item-1"};
  agenda_.at(now_us_ + delay_us / 2, [this, change] { happen(change); });
}

/// The section has a value of the user when the hook ends, and none when the operator reads it for the write.
/// Or both edits come after the end, so that the operator hears of them while it writes.
void outside::remove_meanwhile(const test::hook_run& run, std::int64_t delay_us) {
  if (!plan_.sections_go || here_.is_calm || run.config_patch.empty()) return;
  const auto module = run.script.substr(0, run.script.find('/'));
  // The operator writes keys of hooks back only a few times, and a user who takes more keys away has to wait.
  constexpr auto place = "removed sections";
  constexpr std::size_t removals_max = 2;
  if (has_trouble(plan_, trouble_kind::config_invalid) || past_.moments(place) >= removals_max) return;
  const auto stamp = config_section(api_, module).string_at("stamp");
  const bool has_it_already = stamp && run.config_patch.find('"' + *stamp + '"') != std::string::npos;
  if (has_it_already) return;
  past_.note(place, {{module, std::to_string(now_us_)}});
  const auto plan_edit = [this, &module](std::int64_t at_us, happening_kind kind) {
    const happening edit{at_us / ms, kind, module, "3"};
    agenda_.at(at_us, [this, edit] { happen(edit); });
  };
  const auto edited_us = now_us_ + (chance_.percent(50) ? delay_us / 2 : delay_us + chance_.between(0, 2 * ms));
  plan_edit(edited_us, happening_kind::set_value);
  plan_edit(std::max(edited_us, now_us_ + delay_us) + chance_.between(0, 2 * ms), happening_kind::remove_section);
}

/// Disables a module while no operator runs: the next operator must find the change by comparing with the
/// state that its predecessor has left.
void outside::disable_meanwhile(const std::string& module) {
  if (!module.empty()) happen({now_us_ / ms, happening_kind::set_flag, module, "false"});
}

void outside::put_secret(const std::string& name, bool is_bad) {
  auto data = text::json::object({{"password", secret_marker}});
  if (is_bad) data = data.with("bad", "yes");
  api_.put_object(
    named("v1", "Secret", text::json::object({{"name", name}, {"namespace", apps_namespace}})).with("data", data));
}

} // namespace worlds
