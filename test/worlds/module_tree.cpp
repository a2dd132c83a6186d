// The tree of modules, and the work of its hooks.
#include "worlds/module_tree.hpp"

#include "support/short_discovery.hpp"
#include "text/yaml/yaml.hpp"
#include "worlds/module_needs.hpp"
#include "worlds/registration.hpp"
#include "worlds/stamps.hpp"
#include "worlds/tree_files.hpp"
#include "worlds/tree_texts.hpp"

#include <algorithm>
#include <filesystem>
#include <utility>
#include <vector>

namespace worlds {

namespace {

std::string patch(const std::string& path, const text::json& value) {
  return text::json::array({text::json::object({{"op", "add"}, {"path", path}, {"value", value}})}).dump();
}

/// Two patches, each `{"op":"add", …}`.
std::string patches(const std::string& one, const text::json& value, const std::string& other, const text::json& its) {
  const auto a = patch(one, value);
  return a.substr(0, a.size() - 1) + "," + patch(other, its).substr(1);
}

std::vector<text::json> contexts_of(const test::hook_run& run) {
  const auto contexts = text::parse_json(run.context);
  if (!contexts || !contexts->is_array()) return {};
  return {contexts->as_array().begin(), contexts->as_array().end()};
}

text::json last_context(const test::hook_run& run) {
  const auto contexts = contexts_of(run);
  return contexts.empty() ? text::json() : contexts.back();
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

void module_tree::write() {
  widgets_.serve();
  serve_steady();
  if (has_webhooks(plan_)) serve_webhook_configurations(api_);
  for (const auto* name : {operator_namespace, apps_namespace, team_namespace})
    api_.put_object(text::json::object(
      {{"apiVersion", "v1"}, {"kind", "Namespace"}, {"metadata", text::json::object({{"name", name}})}}));
  config_.edit("global", [](const text::json&) { return text::json::object({{"gate", text::json(true)}}); });

  processes_.on("", [this](test::fake_process& process) { return scripts_.run(process); });
  processes_.on("/helm", [this](test::fake_process& process) { return programs_.run(process); });
  helm_.read_values = [this](const std::string& path) { return programs_.values_at(path); };
  helm_.store({foreign_release, 1, "deployed", "", {{"moduleChecksum", "of another operator"}}});
  helm_.store({stranger_release, 2, "deployed", "", {}});
  helm_.store({waiting_stranger_release, 1, "pending-install", "", {}});
  for (const auto& x : plan_.modules)
    if (x.squatted) helm_.store({x.name, 1, "deployed", "", {}});

  std::filesystem::create_directories(root_.file("global-hooks"));
  std::string flags;
  for (const auto& x : plan_.modules)
    if (plan_.common_flags && x.enabled) flags += x.name + "Enabled: true\n";
  write_file(root_.file("modules/values.yaml"), "global: {gate: true, nodes: 0}\n" + flags);
  if (plan_.nodes_hook)
    scripts_.add("global/nodes.sh",
                 "configVersion: v1\nkubernetes: [{name: nodes, apiVersion: v1, kind: Node, jqFilter: '{name: "
                 ".metadata.name}', includeSnapshotsFrom: [nodes]}]\n",
                 [this](test::hook_run& run) { play_nodes(run); });
  if (plan_.moments_hook)
    scripts_.add("global/moments.sh", "configVersion: v1\nonStartup: 1\nbeforeAll: 1\nafterAll: 1\n", {});
  if (plan_.ticks_hook)
    scripts_.add("global/ticks.sh",
                 "configVersion: v1\nschedule: [{name: tick, crontab: '*/40 * * * * *', queue: ticks}]\n", {});
  for (const auto& name : plan_.strays) helm_.store({name, 1, "deployed", "", {{"moduleChecksum", "of a module"}}});
  if (plan_.neighbour)
    for (const auto* name : {neighbour_release, second_neighbour_release})
      helm_.store(
        {name, 1, "deployed", "", {{"moduleChecksum", "of a module"}, {"modulePlatform", neighbour_platform}}});
  for (const auto& x : plan_.modules) write_module(x);
}

void module_tree::write_module(const module_plan& x) {
  const auto& name = x.name;
  const auto directory = directory_of(plan_, name);
  write_file(root_.file(directory + "/values.yaml"),
             (plan_.common_flags ? std::string() : name + "Enabled: " + (x.enabled ? "true" : "false") + "\n") + name
               + ": {replicas: 1, items: none, stamp: none, starts: [], count: 0, joined: none, ordered: none, things: "
                 "none, echo: 0, lax: none}\n");
  if (is_there(plan_, x.needs)) write_file(root_.file(directory + "/module.yaml"), "needs: [" + x.needs + "]\n");
  const auto schemas = root_.file(directory + "/openapi/");
  write_file(schemas + "config-values.yaml",
             "type: object\nproperties: {replicas: {type: integer}, stamp: {type: string}, extra: {type: string}}\n");
  write_file(schemas + "values.yaml",
             "x-extend: {schema: config-values.yaml}\ntype: object\nproperties: {items: {type: "
             "string}, starts: {type: array}, count: {type: integer}, joined: {type: string}, ordered: {type: string}, "
             "things: {type: string}, echo: {type: integer}, lax: {type: string}}\n");
  if (x.chart) {
    write_file(root_.file(directory + "/Chart.yaml"), "apiVersion: v2\nname: " + name + "\nversion: 0.1.0\n");
    write_file(root_.file(directory + "/templates/all.yaml"), chart_of(name, x.ticks ? shown_revision : ""));
    if (x.job) write_file(root_.file(directory + "/templates/job.yaml"), job_of(name));
    if (has_tally(here_.planned, x)) write_file(root_.file(directory + "/templates/tally.yaml"), tally_of(name));
    if (x.asks) write_file(root_.file(directory + "/templates/steady.yaml"), steady_objects(name));
  }
  if (x.gate || x.picky)
    scripts_.add(name + "/enabled", "", [x](test::hook_run& run) {
      const auto replicas = run.value("/" + x.name + "/replicas").dump();
      run.enabled = script_says(x, run.value("/global/gate").dump(), replicas) ? "true" : "false";
    });
  if (x.items) scripts_.add_items(name, x.items_in_queue, [this, x](test::hook_run& run) { play_items(x, run); });
  if (x.counts)
    scripts_.add(name + "/counts.sh", counts_config(x), [this, x](test::hook_run& run) { play_counts(x, run); });
  if (x.joins)
    scripts_.add(name + "/joined.sh", joined_config(name), [x](test::hook_run& run) {
      const auto seen = shown_in(last_context(run), "joined");
      run.values_patch = patch("/" + x.name + "/joined", joined(seen));
    });
  if (x.secrets)
    scripts_.add(
      name + "/secrets.sh",
      "configVersion: v1\nkubernetes: [{name: secrets, apiVersion: v1, kind: Secret, namespace: {nameSelector: "
      "{matchNames: [apps]}}, jqFilter: 'if .data.bad then .data.password + 1 else .metadata.name end', queue: "
      "secrets}]\n",
      {});
  if (x.writes_config)
    scripts_.add(name + "/config.sh", "configVersion: v1\nbeforeHelm: 1\n", [this, name](test::hook_run& run) {
      const auto replicas = run.value("/" + name + "/replicas").dump();
      run.config_patch = patch("/" + name + "/stamp", stamp_of(plan_, replicas));
    });
  if (x.makes_object)
    scripts_.add(name + "/made.sh", "configVersion: v1\nafterHelm: 1\nafterDeleteHelm: 1\n", [x](test::hook_run& run) {
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
    scripts_.add(name + "/orders.sh", orders_config(name), [this, x](test::hook_run& run) { play_orders(x, run); });
  if (x.reviews)
    scripts_.add(name + "/reviews.sh", reviews_config(name), [this, x](test::hook_run& run) { play_reviews(x, run); });
  if (x.echoes)
    scripts_.add(name + echo_script, "configVersion: v1\nafterHelm: 5\n", [name](test::hook_run& run) {
      run.values_patch = patch("/" + name + "/echo", run.value("/" + name + "/replicas"));
    });
  if (x.lax) scripts_.add(name + lax_script, lax_config(name), [this, x](test::hook_run& run) { play_lax(x, run); });
  if (x.both) scripts_.add(name + "/both.sh", both_config(name), {});
  if (x.defines) write_file(root_.file(directory + "/crds/things.yaml"), definition_of(name));
  if (x.defines)
    scripts_.add(name + "/things.sh", things_config(name), [this, x](test::hook_run& run) {
      const auto context = last_context(run);
      if (context.find("snapshots") == nullptr) return;
      const auto seen = shown_in(context, "things");
      tell(&observer::sees, run.script, "things " + x.name, seen);
      run.values_patch = patch("/" + x.name + "/things", joined(seen));
    });
  if (x.ticks)
    scripts_.add(name + "/ticks.sh",
                 "configVersion: v1\nschedule: [{name: tick, crontab: '*/40 * * * * *', queue: ticks}]\n", {});
}

void module_tree::play_items(const module_plan& x, test::hook_run& run) {
  for (const auto& context : contexts_of(run)) tell(&observer::sees_event, run.script, context);
  // It counts its starts, so that a patch that is applied twice is noticed.
  if (run.reasons() == "onStartup") run.values_patch = patch("/" + x.name + "/starts/-", text::json(1));
  run.metrics = R"({"name":"item.runs","add":1} {"name":"item_hooks","set":1,"group":"items"})";
  const auto context = last_context(run);
  if (context.find("snapshots") == nullptr) return;
  const auto seen = shown_in(context, "items");
  tell(&observer::sees, run.script, "items " + x.name, seen);
  run.values_patch = patch("/" + x.name + "/items", joined(seen));
}

void module_tree::play_counts(const module_plan& x, test::hook_run& run) {
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

/// It orders an object to go that is never there: a run without an order needs no API server, and counts
/// after an outage.
void module_tree::play_lax(const module_plan& x, test::hook_run& run) {
  for (const auto& context : contexts_of(run)) tell(&observer::sees_event, run.script, context);
  const auto context = last_context(run);
  if (context.find("snapshots") == nullptr) return;
  const auto seen = shown_in(context, "items");
  tell(&observer::sees, run.script, "items " + x.name, seen);
  run.values_patch = patch("/" + x.name + "/lax", joined(seen));
  run.object_patch =
    "{operation: Delete, apiVersion: v1, kind: ConfigMap, namespace: addon-operator, name: " + x.name + "-lax}\n";
}

void module_tree::play_reviews(const module_plan& x, test::hook_run& run) {
  const auto context = last_context(run);
  const auto* review = context.find("review");
  const auto* request = review == nullptr ? nullptr : review->find("request");
  const auto uid = request == nullptr ? std::string() : request->string_at("uid").value_or("");
  const auto seen = shown_in(context, "items");
  tell(&observer::sees, run.script, "items " + x.name, seen);
  tell(&observer::decides, uid, "items " + x.name, seen);
  run.answer = R"({"allowed":true,"warnings":["decided )" + uid + "\"]}";
}

/// Objects come before values, so a reader of the value finds the object.
void module_tree::play_orders(const module_plan& x, test::hook_run& run) {
  const auto name = x.name + "-ordered";
  if (run.reasons() == "afterDeleteHelm") {
    run.object_patch =
      "{operation: Delete, apiVersion: v1, kind: ConfigMap, namespace: addon-operator, name: " + name + "}\n";
    return;
  }
  for (const auto& context : contexts_of(run)) tell(&observer::sees_event, run.script, context);
  const auto context = last_context(run);
  if (context.find("snapshots") == nullptr) return;
  const auto seen = shown_in(context, "items");
  tell(&observer::sees, run.script, "items " + x.name, seen);
  run.values_patch = patch("/" + x.name + "/ordered", joined(seen));
  run.object_patch = "{operation: CreateOrUpdate, object: {apiVersion: v1, kind: ConfigMap, metadata: {namespace: "
                     "addon-operator, name: "
                     + name + "}, data: {items: \"" + joined(seen) + "\", draft: 'yes'}}}\n"
                     + "---\n{operation: JSONPatch, apiVersion: v1, kind: ConfigMap, namespace: addon-operator, name: "
                     + name + ", jsonPatch: [{op: remove, path: /data/draft}]}\n";
}

void module_tree::play_nodes(test::hook_run& run) {
  const auto context = last_context(run);
  if (context.find("snapshots") == nullptr) return;
  const auto seen = shown_in(context, "nodes");
  tell(&observer::sees, run.script, "nodes", seen);
  run.values_patch = patches("/global/nodes", static_cast<std::int64_t>(seen.size()),
                             "/" + plan_.modules.back().name + "Enabled", text::json(seen.size() >= 2));
}

void module_tree::serve_steady() {
  if (std::none_of(plan_.modules.begin(), plan_.modules.end(), [](const auto& x) { return x.asks; })) return;
  api_.add_resource(simulation::custom_resource(steady_group, "v1", "Steady", "steadies"));
  api_.put_object(text::parse_yaml(steady_definition()).value());
  // The API server keeps one for each version that it serves.
  api_.put_object(
    text::json::object({{"apiVersion", "apiregistration.k8s.io/v1"},
                        {"kind", "APIService"},
                        {"metadata", text::json::object({{"name", std::string("v1.") + steady_group}})}}));
  api_.put_between(
    [this](const kube::api::http_request& request) -> std::optional<base::result<kube::api::http_response>> {
      const auto* is_away = troubles_.find(trouble_kind::group_away);
      if (is_away == nullptr) return std::nullopt;
      const int status = is_away->from_ms % 2 == 0 ? 503 : 404;
      auto instead = test::starting_without(api_, steady_group, status)(request);
      if (instead) here_.count_hit(trouble_kind::group_away);
      return instead;
    });
}

} // namespace worlds
