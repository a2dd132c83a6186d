// The tree of modules, and the work of its hooks.
#include "worlds/tree_texts.hpp"
#include "worlds/world.hpp"

#include "sys/files/files.hpp"

#include <filesystem>
#include <fstream>
#include <utility>

namespace worlds {

namespace {

void write_file(const std::filesystem::path& path, const std::string& text, bool executable = false) {
  std::filesystem::create_directories(path.parent_path());
  std::ofstream(path, std::ios::binary | std::ios::trunc) << text;
  if (executable) std::filesystem::permissions(path, std::filesystem::perms::owner_all);
}

std::string patch(const std::string& path, const text::json& value) {
  return text::json::array({text::json::object({{"op", "add"}, {"path", path}, {"value", value}})}).dump();
}

/// Two patches, each `{"op":"add", …}`.
std::string patches(const std::string& one, const text::json& value, const std::string& other, const text::json& its) {
  const auto a = patch(one, value);
  return a.substr(0, a.size() - 1) + "," + patch(other, its).substr(1);
}

text::json last_context(const test::hook_run& run) {
  const auto contexts = text::parse_json(run.context);
  if (!contexts || !contexts->is_array() || contexts->as_array().empty()) return {};
  return contexts->as_array().back();
}

/// The result of the filters in a snapshot: name -> payload.
text_map shown_in(const text::json& context, std::string_view binding) {
  text_map seen;
  const auto* snapshots = context.find("snapshots");
  const auto* entries = snapshots == nullptr ? nullptr : snapshots->find(binding);
  if (entries == nullptr || !entries->is_array()) return seen;
  for (const auto& entry : entries->as_array())
    if (const auto* shown = entry.find("filterResult"); shown != nullptr)
      seen[shown->string_at("name").value_or("?")] = shown->string_at("payload").value_or("");
  return seen;
}

constexpr auto shown_revision = ", annotations: {revision: '{{ .Release.Revision }}'}";

} // namespace

void world::serve_widgets() {
  widget_version_.clear();
  serve_version("v1");
  serves_widgets_ = true;
}

void world::serve_version(const std::string& version) {
  api_.add_resource(simulation::custom_resource("example.io", version, "Widget", "widgets"));
  if (const auto before = std::exchange(widget_version_, version); !before.empty())
    api_.remove_version("example.io", before);
  const auto labels = text::json::object({{"serves", version}});
  api_.put_object(
    text::json::object({{"apiVersion", "apiextensions.k8s.io/v1"},
                        {"kind", "CustomResourceDefinition"},
                        {"metadata", text::json::object({{"name", "widgets.example.io"}, {"labels", labels}})}}));
}

void world::write_tree() {
  serve_widgets();
  serve_steady();
  for (const auto* name : {operator_namespace, apps_namespace, team_namespace})
    api_.put_object(text::json::object(
      {{"apiVersion", "v1"}, {"kind", "Namespace"}, {"metadata", text::json::object({{"name", name}})}}));
  edit_config("global", [](const text::json&) { return text::json::object({{"gate", text::json(true)}}); });

  processes_.on("", [this](test::fake_process& process) { return run_script(process); });
  processes_.on("/helm", [this](test::fake_process& process) { return run_helm(process); });
  helm_.read_values = [this](const std::string& path) -> base::result<std::string> {
    const auto kept = values_files_.find(path);
    return kept == values_files_.end() ? sys::files::read_file(path) : base::result<std::string>(kept->second);
  };
  helm_.store({foreign_release, 1, "deployed", "", {{"moduleChecksum", "of another operator"}}});
  helm_.store({stranger_release, 2, "deployed", "", {}});
  helm_.store({waiting_stranger_release, 1, "pending-install", "", {}});
  for (const auto& x : plan_.modules)
    if (x.squatted) helm_.store({x.name, 1, "deployed", "", {}});
  hooks_.on_run = [this](const std::string& line) { note(line); };

  std::filesystem::create_directories(root_.file("global-hooks"));
  write_file(root_.file("modules/values.yaml"), "global: {gate: true, nodes: 0}\n");
  if (plan_.nodes_hook)
    add_script("global/nodes.sh",
               "configVersion: v1\nkubernetes: [{name: nodes, apiVersion: v1, kind: Node, jqFilter: '{name: "
               ".metadata.name}', includeSnapshotsFrom: [nodes]}]\n",
               [this](test::hook_run& run) { play_nodes(run); });
  if (plan_.moments_hook)
    add_script("global/moments.sh", "configVersion: v1\nonStartup: 1\nbeforeAll: 1\nafterAll: 1\n", {});
  if (plan_.ticks_hook)
    add_script("global/ticks.sh",
               "configVersion: v1\nschedule: [{name: tick, crontab: '*/40 * * * * *', queue: ticks}]\n", {});
  if (plan_.stray_release) helm_.store({stray_release, 1, "deployed", "", {{"moduleChecksum", "of a module"}}});
  for (const auto& x : plan_.modules) write_module(x);
}

void world::add_script(const std::string& script, const std::string& config, test::hook_script play) {
  const auto slash = script.find('/');
  const auto owner = script.substr(0, slash);
  const auto file = script.substr(slash + 1);
  const auto path = root_.file(owner == "global"   ? "global-hooks/" + file
                               : file == "enabled" ? directory_of(plan_, owner) + "/enabled"
                                                   : directory_of(plan_, owner) + "/hooks/" + file);
  write_file(path, "", true);
  paths_[path] = script;
  if (file == "enabled")
    hooks_.add_enabled(path, script, std::move(play));
  else
    hooks_.add_hook(path, script, config, std::move(play));
}

std::string world::items_config(const std::string& name, bool in_queue) {
  return "configVersion: v1\nonStartup: 1\nkubernetes: [{name: items, apiVersion: example.io/v1, kind: Widget, "
         "namespace: {nameSelector: {matchNames: [apps]}}, labelSelector: {matchLabels: {module: "
         + name + "}}, jqFilter: '{name: .metadata.name, payload: .spec.payload}', includeSnapshotsFrom: [items]"
         + (in_queue ? ", queue: items-" + name : "") + "}]\n";
}

void world::write_module(const module_plan& x) {
  const auto& name = x.name;
  const auto directory = directory_of(plan_, name);
  write_file(
    root_.file(directory + "/values.yaml"),
    name + "Enabled: " + (x.enabled ? "true" : "false") + "\n" + name
      + ": {replicas: 1, items: none, stamp: none, starts: [], count: 0, joined: none, ordered: none, things: none}\n");
  const auto schemas = root_.file(directory + "/openapi/");
  write_file(schemas + "config-values.yaml",
             "type: object\nproperties: {replicas: {type: integer}, stamp: {type: string}, extra: {type: string}}\n");
  write_file(schemas + "values.yaml",
             "x-extend: {schema: config-values.yaml}\ntype: object\nproperties: {items: {type: "
             "string}, starts: {type: array}, count: {type: integer}, joined: {type: string}, ordered: {type: string}, "
             "things: {type: string}}\n");
  if (x.chart) {
    write_file(root_.file(directory + "/Chart.yaml"), "apiVersion: v2\nname: " + name + "\nversion: 0.1.0\n");
    write_file(root_.file(directory + "/templates/all.yaml"), chart_of(name, x.ticks ? shown_revision : ""));
    if (x.asks) write_file(root_.file(directory + "/templates/steady.yaml"), steady_objects(name));
  }
  if (x.gate || x.picky)
    add_script(name + "/enabled", "", [x](test::hook_run& run) {
      const auto replicas = run.value("/" + x.name + "/replicas").dump();
      run.enabled = script_says(x, run.value("/global/gate").dump(), replicas) ? "true" : "false";
    });
  if (x.items) items_in_queue_[name] = x.items_in_queue;
  if (x.items)
    add_script(name + "/items.sh", items_config(name, x.items_in_queue),
               [this, x](test::hook_run& run) { play_items(x, run); });
  if (x.counts)
    add_script(name + "/counts.sh", counts_config(x), [this, x](test::hook_run& run) { play_counts(x, run); });
  if (x.joins)
    add_script(name + "/joined.sh", joined_config(name), [x](test::hook_run& run) {
      const auto seen = shown_in(last_context(run), "joined");
      run.values_patch = patch("/" + x.name + "/joined", joined(seen));
    });
  if (x.secrets)
    add_script(
      name + "/secrets.sh",
      "configVersion: v1\nkubernetes: [{name: secrets, apiVersion: v1, kind: Secret, namespace: {nameSelector: "
      "{matchNames: [apps]}}, jqFilter: 'if .data.bad then .data.password + 1 else .metadata.name end', queue: "
      "secrets}]\n",
      {});
  if (x.writes_config)
    add_script(name + "/config.sh", "configVersion: v1\nbeforeHelm: 1\n",
               [name](test::hook_run& run) { run.config_patch = patch("/" + name + "/stamp", "written"); });
  if (x.makes_object)
    add_script(name + "/made.sh", "configVersion: v1\nafterHelm: 1\nafterDeleteHelm: 1\n", [x](test::hook_run& run) {
      if (run.reasons() == "afterDeleteHelm")
        run.object_patch = "{operation: Delete, apiVersion: v1, kind: ConfigMap, namespace: addon-operator, name: "
                           + x.name + "-made}\n";
      else
        run.object_patch =
          "{operation: CreateOrUpdate, object: {apiVersion: v1, kind: ConfigMap, metadata: {namespace: "
          "addon-operator, name: "
          + x.name + "-made}, data: {items: \"" + run.value("/" + x.name + "/items").as_string() + "\"}}}\n";
    });
  if (x.orders)
    add_script(name + "/orders.sh", orders_config(name), [this, x](test::hook_run& run) { play_orders(x, run); });
  if (x.both) add_script(name + "/both.sh", both_config(name), {});
  if (x.defines) write_file(root_.file(directory + "/crds/things.yaml"), definition_of(name));
  if (x.defines)
    add_script(name + "/things.sh", things_config(name), [this, x](test::hook_run& run) {
      const auto context = last_context(run);
      if (context.find("snapshots") == nullptr) return;
      const auto seen = shown_in(context, "things");
      tell(&observer::sees, run.script, "things " + x.name, seen);
      run.values_patch = patch("/" + x.name + "/things", joined(seen));
    });
  if (x.ticks)
    add_script(name + "/ticks.sh",
               "configVersion: v1\nschedule: [{name: tick, crontab: '*/40 * * * * *', queue: ticks}]\n", {});
}

void world::play_items(const module_plan& x, test::hook_run& run) {
  const auto contexts = text::parse_json(run.context);
  if (contexts && contexts->is_array())
    for (const auto& context : contexts->as_array()) tell(&observer::sees_event, run.script, context);
  // It counts its starts, so that a patch that is applied twice is noticed.
  if (run.reasons() == "onStartup") run.values_patch = patch("/" + x.name + "/starts/-", text::json(1));
  run.metrics = R"({"name":"item.runs","add":1} {"name":"item_hooks","set":1,"group":"items"})";
  const auto context = last_context(run);
  if (context.find("snapshots") == nullptr) return;
  const auto seen = shown_in(context, "items");
  tell(&observer::sees, run.script, "items " + x.name, seen);
  run.values_patch = patch("/" + x.name + "/items", joined(seen));
}

void world::play_counts(const module_plan& x, test::hook_run& run) {
  const auto context = last_context(run);
  if (context.find("snapshots") == nullptr) return;
  const auto seen = shown_in(context, "items");
  tell(&observer::sees, run.script, "items " + x.name, seen);
  run.values_patch = patch("/" + x.name + "/count", static_cast<std::int64_t>(seen.size()));
  run.metrics = R"({"name":"items_counted","set":)" + std::to_string(seen.size()) + "}\n";
  // The group is mentioned in each run, so that items that are not listed any more go.
  run.metrics += R"({"action":"expire","group":"items"})"
                 "\n";
  for (const auto& [item, payload] : seen)
    run.metrics += R"({"name":"item_listed","set":1,"group":"items","labels":{"item":")" + item + "\"}}\n";
}

/// Objects come before values, so a reader of the value finds the object.
void world::play_orders(const module_plan& x, test::hook_run& run) {
  const auto name = x.name + "-ordered";
  if (run.reasons() == "afterDeleteHelm") {
    run.object_patch =
      "{operation: Delete, apiVersion: v1, kind: ConfigMap, namespace: addon-operator, name: " + name + "}\n";
    return;
  }
  const auto context = last_context(run);
  if (context.find("snapshots") == nullptr) return;
  const auto seen = shown_in(context, "items");
  tell(&observer::sees, run.script, "items " + x.name, seen);
  run.values_patch = patch("/" + x.name + "/ordered", joined(seen));
  run.object_patch = "{operation: CreateOrUpdate, object: {apiVersion: v1, kind: ConfigMap, metadata: {namespace: "
                     "addon-operator, name: "
                     + name + "}, data: {items: \"" + joined(seen) + "\"}}}\n";
}

void world::play_nodes(test::hook_run& run) {
  const auto context = last_context(run);
  if (context.find("snapshots") == nullptr) return;
  const auto seen = shown_in(context, "nodes");
  tell(&observer::sees, run.script, "nodes", seen);
  run.values_patch = patches("/global/nodes", static_cast<std::int64_t>(seen.size()),
                             "/" + plan_.modules.back().name + "Enabled", text::json(seen.size() >= 2));
}

} // namespace worlds
