// The tree of modules, its hooks, and Helm.
#include "sim/tree_texts.hpp"
#include "sim/world.hpp"

#include "sys/files.hpp"

#include <csignal>
#include <filesystem>
#include <fstream>
#include <stdexcept>

namespace sim {

namespace {

constexpr std::int64_t ms = 1000;

void write_file(const std::filesystem::path& path, const std::string& text, bool executable = false) {
  std::filesystem::create_directories(path.parent_path());
  std::ofstream(path, std::ios::binary | std::ios::trunc) << text;
  if (executable) std::filesystem::permissions(path, std::filesystem::perms::owner_all);
}

std::string patch(const std::string& path, const core::json& value) {
  return core::json::array({core::json::object({{"op", "add"}, {"path", path}, {"value", value}})}).dump();
}

/// `{"op":"add", …}` twice.
std::string patches(const std::string& one, const core::json& value, const std::string& other, const core::json& its) {
  const auto a = patch(one, value);
  return a.substr(0, a.size() - 1) + "," + patch(other, its).substr(1);
}

core::json last_context(const test::hook_run& run) {
  const auto contexts = core::parse_json(run.context);
  if (!contexts || !contexts->is_array() || contexts->as_array().empty()) return {};
  return contexts->as_array().back();
}

/// What the filters of a snapshot show: name -> payload.
text_map shown_in(const core::json& context, std::string_view binding) {
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
  kube::resource widget;
  widget.group = "example.io";
  widget.version = "v1";
  widget.kind = "Widget";
  widget.plural = "widgets";
  widget.singular = "widget";
  widget.namespaced = true;
  widget.verbs = {"create", "delete", "get", "list", "patch", "update", "watch"};
  api_.add_resource(widget);
  api_.put_object(core::json::object({{"apiVersion", "apiextensions.k8s.io/v1"},
                                      {"kind", "CustomResourceDefinition"},
                                      {"metadata", core::json::object({{"name", "widgets.example.io"}})}}));
  serves_widgets_ = true;
}

void world::write_tree() {
  serve_widgets();
  for (const auto* name : {operator_namespace, apps_namespace, team_namespace})
    api_.put_object(core::json::object(
      {{"apiVersion", "v1"}, {"kind", "Namespace"}, {"metadata", core::json::object({{"name", name}})}}));
  edit_config("global", [](const core::json&) { return core::json::object({{"gate", core::json(true)}}); });

  processes_.on("", [this](test::fake_process& process) { return run_script(process); });
  processes_.on("/helm", [this](test::fake_process& process) { return run_helm(process); });
  helm_.read_values = [this](const std::string& path) -> core::result<std::string> {
    const auto kept = values_files_.find(path);
    return kept == values_files_.end() ? sys::read_file(path) : core::result<std::string>(kept->second);
  };
  helm_.store({foreign_release, 1, "deployed", "", {{"moduleChecksum", "of another operator"}}});
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
               "configVersion: v1\nschedule: [{name: tick, crontab: '*/20 * * * * *', queue: ticks}]\n", {});
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
  write_file(root_.file(directory + "/values.yaml"),
             name + "Enabled: " + (x.enabled ? "true" : "false") + "\n" + name
               + ": {replicas: 1, items: none, stamp: none, starts: [], count: 0, joined: none}\n");
  const auto schemas = root_.file(directory + "/openapi/");
  write_file(schemas + "config-values.yaml",
             "type: object\nproperties: {replicas: {type: integer}, stamp: {type: string}}\n");
  write_file(schemas + "values.yaml",
             "x-extend: {schema: config-values.yaml}\ntype: object\nproperties: {items: {type: "
             "string}, starts: {type: array}, count: {type: integer}, joined: {type: string}}\n");
  if (x.chart) {
    write_file(root_.file(directory + "/Chart.yaml"), "apiVersion: v2\nname: " + name + "\nversion: 0.1.0\n");
    write_file(root_.file(directory + "/templates/all.yaml"), chart_of(name, x.ticks ? shown_revision : ""));
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
    add_script(name + "/counts.sh", counts_config(name), [this, x](test::hook_run& run) { play_counts(x, run); });
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
  if (x.ticks)
    add_script(name + "/ticks.sh",
               "configVersion: v1\nschedule: [{name: tick, crontab: '*/20 * * * * *', queue: ticks}]\n", {});
}

void world::play_items(const module_plan& x, test::hook_run& run) {
  const auto contexts = core::parse_json(run.context);
  if (contexts && contexts->is_array())
    for (const auto& context : contexts->as_array()) check_event(run.script, context);
  // It counts its starts: a patch that is applied twice shows.
  if (run.reasons() == "onStartup") run.values_patch = patch("/" + x.name + "/starts/-", core::json(1));
  run.metrics = R"({"name":"item.runs","add":1} {"name":"item_hooks","set":1,"group":"items"})";
  const auto context = last_context(run);
  if (context.find("snapshots") == nullptr) return;
  const auto seen = shown_in(context, "items");
  check_snapshot(run.script, "items " + x.name, seen);
  run.values_patch = patch("/" + x.name + "/items", joined(seen));
}

void world::play_counts(const module_plan& x, test::hook_run& run) {
  const auto context = last_context(run);
  if (context.find("snapshots") == nullptr) return;
  const auto seen = shown_in(context, "items");
  check_snapshot(run.script, "items " + x.name, seen);
  run.values_patch = patch("/" + x.name + "/count", static_cast<std::int64_t>(seen.size()));
}

void world::play_nodes(test::hook_run& run) {
  const auto context = last_context(run);
  if (context.find("snapshots") == nullptr) return;
  const auto seen = shown_in(context, "nodes");
  check_snapshot(run.script, "nodes", seen);
  run.values_patch = patches("/global/nodes", static_cast<std::int64_t>(seen.size()),
                             "/" + plan_.modules.back().name + "Enabled", core::json(seen.size() >= 2));
}

std::string world::queue_of(const test::hook_run& run) const {
  const auto owner = run.script.substr(0, run.script.find('/'));
  if (run.script.ends_with("/ticks.sh")) return "ticks";
  if (run.script.ends_with("/secrets.sh")) return "secrets";
  if (run.script.ends_with("/counts.sh")) return "counts-" + owner;
  const auto known = is_items_in_queue_.find(owner);
  const bool has_own = known != is_items_in_queue_.end() && known->second && run.script.ends_with("/items.sh");
  return has_own && run.reasons().starts_with("items") ? "items-" + owner : "main";
}

/// What is no event and no part of a deletion is part of the module's run.
std::string world::member_of(const test::hook_run& run) const {
  const auto owner = run.script.substr(0, run.script.find('/'));
  if (run.script.ends_with("/enabled")) return module_runs_.contains(owner) ? owner : std::string();
  const auto reasons = run.reasons();
  const bool is_of_run = reasons == "onStartup" || reasons == "beforeHelm" || reasons == "afterHelm"
                         || reasons.find(":Synchronization") != reasons.npos;
  return owner != "global" && is_of_run ? owner : std::string();
}

// -- programs take time --------------------------------------------------------

test::fake_end world::finish_later(sys::process_id id, test::fake_end end, std::int64_t delay_us) {
  if (!end.exit_code) return end;
  agenda_.at(now_us_ + delay_us, [this, id, code = *end.exit_code] { processes_.finish(id, code); });
  return test::fake_end::goes_on();
}

test::fake_end world::run_script(test::fake_process& process) {
  const auto& argv = process.spec().argv;
  const auto known = paths_.find(argv.front());
  if (known == paths_.end()) return test::fake_end::exits(127);
  const auto& script = known->second;
  const auto id = process.id();
  const auto delay = chance_.percent(90) ? chance_.between(1 * ms, 60 * ms) : chance_.between(60 * ms, 3000 * ms);
  if (!script.ends_with("/ticks.sh")) ++programs_;
  if (trouble_at({trouble_kind::hook_fails}, script) != nullptr) {
    note(script + " fails");
    check_pace(script);
    process.print(sys::stream::err, "the simulated world makes me fail");
    return finish_later(id, test::fake_end::exits(1), delay);
  }
  if (trouble_at({trouble_kind::hook_killed}, script) != nullptr) {
    note(script + " is killed");
    agenda_.at(now_us_ + delay, [this, id] { processes_.signal_group(id, SIGKILL); });
    return test::fake_end::goes_on();
  }
  if (argv.size() == 1 && trouble_at({trouble_kind::hook_babbles}, script) != nullptr) {
    note(script + " babbles");
    process.write_file("VALUES_JSON_PATCH_PATH", R"([{"op":"add","path":"/)");
    return finish_later(id, test::fake_end::exits(0), delay);
  }
  if (argv.size() > 1 && refuses_config(process, script)) return finish_later(id, test::fake_end::exits(0), delay);
  const auto end = hooks_.run(process);
  if (argv.size() > 1 && script.ends_with("/items.sh")) {
    const auto owner = script.substr(0, script.find('/'));
    is_items_in_queue_[owner] = items_in_queue_[owner];
  }
  if (argv.size() == 1) {
    const auto& run = hooks_.runs().back();
    check_queue({queue_of(run), member_of(run)}, id, script);
    check_startup(run);
    change_meanwhile(run, delay);
    if (run.script == "global/moments.sh" && run.reasons() == "afterAll") ++reloads_;
  }
  if (argv.size() == 1 && script.find("/enabled") == script.npos && !script.starts_with("global/")
      && trouble_at({trouble_kind::hook_breaks_schema}, script) != nullptr) {
    note(script + " breaks the schema");
    check_pace(script);
    process.write_file("VALUES_JSON_PATCH_PATH", patch("/" + script.substr(0, script.find('/')) + "/items", 5));
  }
  if (argv.size() == 1 && trouble_at({trouble_kind::hook_floods}, script) != nullptr)
    for (int i = 0; i < 300; ++i)
      process.print(i % 3 == 0 ? sys::stream::err : sys::stream::out, "line " + std::to_string(i) + " of many");
  if (argv.size() == 1 && trouble_at({trouble_kind::hook_forks}, script) != nullptr)
    leave_child(process, now_us_ + delay);
  if (argv.size() == 1 && trouble_at({trouble_kind::hook_deaf}, script) != nullptr) {
    note(script + " hangs, and is deaf");
    agenda_.at(now_us_ + 50'000 * ms, [this, id] { processes_.finish(id, 0); });
    return test::fake_end::ignores_sigterm();
  }
  if (argv.size() == 1 && !process.variable("KUBERNETES_PATCH_PATH").empty()
      && trouble_at({trouble_kind::hook_overreaches}, script) != nullptr) {
    note(script + " overreaches");
    check_pace(script);
    process.write_file("KUBERNETES_PATCH_PATH",
                       "{operation: Create, object: {apiVersion: v1, kind: ConfigMap, metadata: "
                       "{namespace: nowhere, name: unwanted}}}\n");
  }
  const bool is_slow = trouble_at({trouble_kind::hook_slow}, script) != nullptr;
  return finish_later(id, end, is_slow ? chance_.between(5000 * ms, 40000 * ms) : delay);
}

test::fake_end world::run_helm(test::fake_process& process) {
  const auto& argv = process.spec().argv;
  const auto verb = argv.size() > 1 ? argv[1] : "";
  const auto release = argv.size() > 2 ? argv[2] : "";
  const auto id = process.id();
  if (verb == "worker") return run_worker(process);
  ++programs_;
  if (verb == "upgrade" || verb == "uninstall") return begin_helm(process, verb, release);
  if (verb == "template" && trouble_at({trouble_kind::helm_fails}, release) != nullptr) {
    process.print(sys::stream::err, "Error: the simulated world makes me fail");
    return finish_later(id, test::fake_end::exits(1), 50 * ms);
  }
  return finish_later(id, helm_.run(process), chance_.between(20 * ms, 200 * ms));
}

test::fake_end world::begin_helm(test::fake_process& process, const std::string& verb, const std::string& release) {
  const auto id = process.id();
  note("helm " + verb + " " + release);
  for (const auto other : helms_of_[release])
    if (is_running(other)) breach_of("helm", "two helms work on release " + release);
  helms_of_[release] = {id};
  check_queue({"main", verb == "upgrade" ? release : ""}, id, "helm " + release);
  if (verb == "uninstall") started_[release] = false;
  if (verb == "uninstall") check_held(release);
  if (verb == "uninstall") check_wish(release);
  ++seen_.rules["helm"];
  if (trouble_at({trouble_kind::helm_fails}, release) != nullptr) {
    note("helm " + verb + " " + release + " fails");
    check_pace("helm " + release);
    process.print(sys::stream::err, "Error: the simulated world makes me fail");
    return finish_later(id, test::fake_end::exits(1), 50 * ms);
  }
  if (verb == "upgrade") {
    const auto latest = helm_.latest(release);
    if (latest && latest->status.starts_with("pending")) {
      process.print(sys::stream::err,
                    "Error: UPGRADE FAILED: another operation (install/upgrade/rollback) is in progress");
      return finish_later(id, test::fake_end::exits(1), 50 * ms);
    }
    const auto& argv = process.spec().argv;
    for (std::size_t i = 1; i + 1 < argv.size(); ++i)
      if (argv[i] == "--values") {
        auto values = sys::read_file(argv[i + 1]);
        if (!values) return finish_later(id, helm_.run(process), 50 * ms);
        values_files_[argv[i + 1]] = std::move(*values);
      }
    helm_.begin_upgrade(process);
    check_revision(release);
  }
  if (verb == "uninstall") helm_.begin_uninstall(process);
  if (trouble_at({trouble_kind::helm_hangs}, release) != nullptr) {
    note("helm " + verb + " " + release + " hangs");
    has_hung_ = true;
    return test::fake_end::goes_on();
  }
  auto delay = chance_.between(50 * ms, 1500 * ms);
  if (trouble_at({trouble_kind::helm_slow}, release) != nullptr) delay = chance_.between(5000 * ms, 60000 * ms);
  if (trouble_at({trouble_kind::helm_killed}, release) != nullptr) {
    note("helm " + verb + " " + release + " is killed");
    agenda_.at(now_us_ + delay, [this, id] { processes_.signal_group(id, SIGKILL); });
    return test::fake_end::goes_on();
  }
  agenda_.at(now_us_ + delay, [this, id, verb, release] {
    processes_.go_on(id, [&](test::fake_process& x) {
      note("helm " + verb + " " + release + " ends");
      return helm_.run(x);
    });
  });
  return test::fake_end::goes_on();
}

} // namespace sim
