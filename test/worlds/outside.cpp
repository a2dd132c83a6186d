// Events in the cluster, and troubles.
#include "worlds/operator_life.hpp"
#include "worlds/tree_texts.hpp"
#include "worlds/world.hpp"

#include <algorithm>
#include <filesystem>
#include <fstream>

namespace worlds {

namespace {

constexpr std::int64_t ms = 1000;
/// The time after which a transport must have found out that a connection is dead.
constexpr std::int64_t dead_connection_us = 30'000 * ms;

text::json labels_of(const std::string& module) {
  return text::json::object({{"module", module}});
}

text::json named(const std::string& api_version, const std::string& kind, text::json metadata) {
  return text::json::object({{"apiVersion", api_version}, {"kind", kind}, {"metadata", std::move(metadata)}});
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

void world::edit_config(const std::string& key, const std::function<text::json(text::json)>& edit) {
  auto object = (away_config_ ? away_config_ : api_.object("ConfigMap", operator_namespace, operator_config))
                  .value_or(named("v1", "ConfigMap",
                                  text::json::object({{"name", operator_config}, {"namespace", operator_namespace}})));
  tell(&observer::config_edited, key);
  const auto* found = object.find("data");
  auto data = found == nullptr ? text::json::object() : *found;
  const auto changed = edit(config_section(object, key));
  data = changed.is_null() ? data.without(key) : data.with(key, changed.dump());
  object = object.with("data", data);
  if (away_config_)
    away_config_ = object;
  else
    api_.put_object(object);
}

void world::happen(const happening& x) {
  switch (x.kind) {
    case happening_kind::put_item:
      if (serves_widgets_) api_.put_object(item(x.subject, x.detail, "at-" + std::to_string(x.at_ms)));
      break;
    case happening_kind::delete_item:
      if (serves_widgets_) api_.delete_object("Widget", namespace_of(x.detail), x.subject + "-" + x.detail);
      break;
    case happening_kind::put_node:
      api_.put_object(named("v1", "Node", text::json::object({{"name", x.subject}})));
      break;
    case happening_kind::delete_node: api_.delete_object("Node", "", x.subject); break;
    case happening_kind::set_flag:
      edit_config(x.subject + "Enabled", [&](const text::json&) { return text::json(x.detail == "true"); });
      break;
    case happening_kind::remove_flag:
      edit_config(x.subject + "Enabled", [](const text::json&) { return text::json(); });
      break;
    case happening_kind::set_value:
      edit_config(x.subject, [&](const text::json& section) {
        const auto replicas = std::stoi(x.detail);
        const auto edited = (section.is_null() ? text::json::object() : section).with("replicas", replicas);
        return replicas % 2 == 0 ? edited.without("extra") : edited.with("extra", extra_object(x.subject));
      });
      break;
    case happening_kind::set_gate:
      edit_config("global", [&](const text::json&) {
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
  }
  note_past();
}

void world::put_namespace(const std::string& name, bool joins) {
  auto metadata = text::json::object({{"name", name}});
  if (joins) metadata = metadata.with("labels", text::json::object({{"joins", "yes"}}));
  api_.put_object(named("v1", "Namespace", std::move(metadata)));
}

/// The kind exists once the module has defined it.
void world::put_thing(const happening& x) {
  const auto kind = kind_of_things(x.subject);
  if (!api_.serves(kind)) return;
  api_.put_object(
    named(x.subject + ".example.io/v1", kind, text::json::object({{"name", x.detail}, {"namespace", apps_namespace}}))
      .with("spec", text::json::object({{"payload", "at-" + std::to_string(x.at_ms)}})));
}

void world::note_past() {
  for (const auto& module : plan_.modules) {
    past_.note("items " + module.name, items_of(api_, module.name));
    if (module.defines) past_.note("things " + module.name, things_of(api_, module.name));
  }
  past_.note("nodes", nodes_of(api_));
  tell(&observer::cluster_changes);
}

void world::begin_burst(const happening& x) {
  auto chance = dice(plan_.seed).split("burst " + std::to_string(x.at_ms));
  for (int i = 0; i < 20; ++i) {
    happening edit{x.at_ms + chance.between(0, 2000), happening_kind::set_value, x.subject,
                   std::to_string(chance.between(1, 99))};
    if (chance.percent(20)) {
      edit.kind = happening_kind::set_flag;
      edit.detail = chance.percent(50) ? "true" : "false";
    }
    agenda_.at(edit.at_ms * ms, [this, edit] { happen(edit); });
  }
}

void world::begin_storm(const happening& x) {
  auto chance = dice(plan_.seed).split("storm " + std::to_string(x.at_ms));
  for (int i = 0; i < 30; ++i) {
    const happening change{x.at_ms + chance.between(0, 20'000),
                           chance.percent(75) ? happening_kind::put_item : happening_kind::delete_item, x.subject,
                           "item-" + std::to_string(chance.between(1, 4))};
    if (is_calm_ || change.at_ms < busy_ms) agenda_.at(change.at_ms * ms, [this, change] { happen(change); });
  }
}

/// Changes an item during the Synchronization of its hook: the operator must hold the event until the hook
/// has ended.
void world::change_meanwhile(const test::hook_run& run, std::int64_t delay_us) {
  if (!plan_.items_move || is_calm_ || run.reasons() != "items:Synchronization") return;
  const auto module = run.script.substr(0, run.script.find('/'));
  const happening change{(now_us_ + delay_us / 2) / ms, happening_kind::put_item, module, "item-1"};
  agenda_.at(now_us_ + delay_us / 2, [this, change] { happen(change); });
}

/// Disables a module while no operator runs: the next operator must find the change by comparing with the
/// state that its predecessor has left.
void world::disable_meanwhile(const std::string& module) {
  if (!module.empty()) happen({now_us_ / ms, happening_kind::set_flag, module, "false"});
}

void world::put_secret(const std::string& name, bool is_bad) {
  auto data = text::json::object({{"password", secret_marker}});
  if (is_bad) data = data.with("bad", "yes");
  api_.put_object(
    named("v1", "Secret", text::json::object({{"name", name}, {"namespace", apps_namespace}})).with("data", data));
}

void world::begin_trouble(const trouble& x) {
  tell(&observer::trouble_begins, x);
  switch (x.kind) {
    case trouble_kind::watches_break:
      if (life_) life_->way().break_watches();
      break;
    case trouble_kind::watches_end: api_.end_watches(); break;
    case trouble_kind::watches_silent:
      if (life_) life_->way().silence_watches(dead_connection_us);
      break;
    case trouble_kind::history_expires:
      if (life_) life_->way().break_watches();
      current_.push_back(x);
      break;
    case trouble_kind::server_restored: restore_server(); break;
    case trouble_kind::config_invalid:
    case trouble_kind::hand_upgrades:
    case trouble_kind::hand_leaves:
    case trouble_kind::hand_uninstalls:
    case trouble_kind::hand_deletes:
    case trouble_kind::hook_reconfigured:
      if (!begin_hand(x)) return;
      break;
    case trouble_kind::clock_steps:
      if (life_) life_->set_clock(std::chrono::seconds(x.percent % 2 == 0 ? 3600 : -3600));
      break;
    case trouble_kind::files_gone:
      if (life_) std::filesystem::remove_all(life_->tmp_dir());
      ++tally_.file_faults;
      break;
    case trouble_kind::crash:
      if (!life_) return;
      terminates_ = false;
      life_->interrupt_after(x.message);
      agenda_.at(now_us_ + 1000 * ms, [this, number = lives_] {
        if (life_ && lives_ == number) kill();
      });
      agenda_.at(now_us_ + (1000 + x.for_ms) * ms, [this, module = x.subject] {
        if (life_) return;
        disable_meanwhile(module);
        begin_life();
      });
      break;
    case trouble_kind::restart:
      if (!life_) return;
      terminates_ = true;
      life_->interrupt_after(x.message);
      agenda_.at(now_us_ + 1000 * ms, [this, number = lives_] {
        if (life_ && lives_ == number && terminates_) terminate();
      });
      agenda_.at(now_us_ + 61'000 * ms, [this, number = lives_, module = x.subject] {
        if (lives_ != number || !life_) return;
        if (!life_->has_stopped()) return breach_of("stop", "the operator has not stopped within a minute");
        life_.reset();
        disable_meanwhile(module);
        begin_life();
      });
      break;
    case trouble_kind::hooks_refused:
      if (!life_ || !has_global_hooks(plan_)) return;
      current_.push_back(x);
      kill();
      agenda_.at(now_us_ + 1000 * ms, [this] {
        if (!life_) begin_life();
      });
      return;
    case trouble_kind::kind_goes:
      if (!serves_widgets_) return;
      for (const auto& object : api_.objects("Widget")) {
        api_.delete_object("Widget", object.find("metadata")->string_at("namespace").value_or(""),
                           object.find("metadata")->string_at("name").value_or(""));
        note_past(); // Each deletion is an event of its own: a watch may see the rest after each.
      }
      api_.delete_object("CustomResourceDefinition", "", "widgets.example.io");
      api_.remove_resource("example.io", "widgets");
      serves_widgets_ = false;
      break;
    case trouble_kind::version_goes:
      if (!serves_widgets_ || widget_version_ != "v1") return;
      serve_version("v2");
      break;
    case trouble_kind::filter_fails: put_secret("bad", true); break;
    case trouble_kind::config_goes:
      if (!take_config_away()) return;
      break;
    default:
      current_.push_back(x);
      if (x.kind == trouble_kind::silent && life_) return life_->way().silence_watches(dead_connection_us);
      if (x.kind == trouble_kind::bookmarks_lost)
        agenda_.at(now_us_ + x.for_ms * ms / 2, [this] { api_.send_bookmarks(); });
      // A trouble of requests needs requests: watches that go on do not notice it.
      if (x.kind <= trouble_kind::slow && x.from_ms % 3 != 0 && life_) life_->way().break_watches();
      return;
  }
  ++seen_.troubles[std::string(name_of(x.kind))];
}

void world::end_trouble(const trouble& x) {
  std::erase_if(current_, [&](const trouble& y) { return y.kind == x.kind && y.from_ms == x.from_ms; });
  if (x.kind == trouble_kind::kind_goes && !serves_widgets_) serve_widgets();
  if (x.kind == trouble_kind::version_goes && serves_widgets_ && widget_version_ != "v1") serve_version("v1");
  if (x.kind == trouble_kind::config_goes) bring_config_back();
  if (x.kind == trouble_kind::filter_fails) api_.delete_object("Secret", apps_namespace, "bad");
  // Only the next list shows the lost events.
  if (x.kind == trouble_kind::events_lost && life_) life_->way().break_watches();
  if (x.kind == trouble_kind::events_lost) api_.expire_history();
  // No watch has been open since the trouble began: the changes are missed, and the positions of the watches
  // have expired.
  if (x.kind == trouble_kind::history_expires) api_.expire_history();
  if (x.kind == trouble_kind::bookmarks_lost && life_) life_->way().break_watches();
  end_hand(x);
  if (x.kind < trouble_kind::clock_steps) note("! " + std::string(name_of(x.kind)) + " is over");
}

void world::begin_outage() {
  current_.push_back({.from_ms = -1, .for_ms = 0, .kind = trouble_kind::refused, .subject = {}});
}

void world::end_outage() {
  std::erase_if(current_, [](const auto& x) { return x.from_ms == -1; });
}

const trouble* world::trouble_at(const std::set<trouble_kind>& kinds, std::string_view subject) {
  for (const auto& x : current_)
    if (kinds.contains(x.kind) && subject.find(x.subject) != subject.npos && chance_.percent(x.percent)) {
      ++seen_.troubles[std::string(name_of(x.kind))];
      return &x;
    }
  return nullptr;
}

bool world::refuses_config(test::fake_process& process, const std::string& script) {
  if (!script.starts_with("global/") || trouble_at({trouble_kind::hooks_refused}, script) == nullptr) return false;
  note(script + " has a configuration that cannot be used");
  process.print(sys::process::stream::out, "configVersion: v1\nkubernetesValidating: []\n");
  return true;
}

/// The hook ends, and its child goes on writing.
void world::leave_child(const test::fake_process& process, std::int64_t hook_ends_us) {
  note("it leaves a child");
  for (const auto* name : {"VALUES_JSON_PATCH_PATH", "KUBERNETES_PATCH_PATH", "METRICS_PATH"})
    if (const auto path = process.variable(name); !path.empty())
      agenda_.at(hook_ends_us + chance_.between(1, 3000 * ms),
                 [path] { std::ofstream(path, std::ios::binary | std::ios::app) << "what comes late"; });
}

} // namespace worlds
