#include "worlds/hook_scripts.hpp"

#include "worlds/tree_files.hpp"

#include <csignal>
#include <fstream>
#include <utility>

namespace worlds {

namespace {

constexpr std::int64_t ms = 1000;

std::string patch(const std::string& path, const text::json& value) {
  return text::json::array({text::json::object({{"op", "add"}, {"path", path}, {"value", value}})}).dump();
}

} // namespace

hook_scripts::hook_scripts(stage& around, current_troubles& troubles, outside& cluster)
  : part(around), troubles_(troubles), outside_(cluster) {
  hooks_.on_run = [this](const std::string& line) { note(line); };
}

void hook_scripts::add_items(const std::string& module, bool in_queue, test::hook_script play) {
  items_in_queue_[module] = in_queue;
  add(module + "/items.sh", items_config(module, in_queue), std::move(play));
}

bool hook_scripts::are_items_in_queue(const std::string& module) const {
  const auto known = is_items_in_queue_.find(module);
  return known != is_items_in_queue_.end() && known->second;
}

void hook_scripts::add(const std::string& script, const std::string& config, test::hook_script play) {
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

test::fake_end hook_scripts::run(test::fake_process& process) {
  const auto& argv = process.spec().argv;
  const auto known = paths_.find(argv.front());
  if (known == paths_.end()) return test::fake_end::exits(127);
  const auto& script = known->second;
  const auto id = process.id();
  const auto delay = chance_.percent(90) ? chance_.between(1 * ms, 60 * ms) : chance_.between(60 * ms, 3000 * ms);
  if (!script.ends_with("/ticks.sh")) ++here_.programs;
  if (argv.size() == 1 && script.ends_with("/reviews.sh")) return run_review(process, script, delay);
  if (troubles_.at({trouble_kind::hook_fails}, script) != nullptr) {
    note(script + " fails");
    tell(&observer::fails, script);
    process.print(sys::process::stream::err, "the simulated world makes me fail");
    return finish_later(id, test::fake_end::exits(1), delay);
  }
  if (troubles_.at({trouble_kind::hook_killed}, script) != nullptr) {
    note(script + " is killed");
    agenda_.at(now_us_ + delay, [this, id] { processes_.signal_group(id, SIGKILL); });
    return test::fake_end::goes_on();
  }
  if (argv.size() == 1 && troubles_.at({trouble_kind::hook_babbles}, script) != nullptr) {
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
    tell(&observer::begins, begun_run{run, id});
    if (!script.ends_with("/ticks.sh") && !script.ends_with("/enabled"))
      tally_.runs.push_back(script + " " + run.reasons());
    outside_.change_meanwhile(run, delay);
    outside_.remove_meanwhile(run, delay);
    if (run.script == "global/moments.sh" && run.reasons() == "afterAll") ++tally_.reloads;
  }
  if (argv.size() == 1 && script.find("/enabled") == script.npos && !script.starts_with("global/")
      && troubles_.at({trouble_kind::hook_breaks_schema}, script) != nullptr) {
    note(script + " breaks the schema");
    tell(&observer::fails, script);
    process.write_file("VALUES_JSON_PATCH_PATH", patch("/" + script.substr(0, script.find('/')) + "/items", 5));
  }
  const bool floods = argv.size() == 1 && troubles_.at({trouble_kind::hook_floods}, script) != nullptr;
  if (argv.size() == 1 && script.ends_with("/enabled")) tell(&observer::answers, hooks_.runs().back(), floods);
  if (floods)
    for (int i = 0; i < 300; ++i)
      process.print(i % 3 == 0 ? sys::process::stream::err : sys::process::stream::out,
                    "line " + std::to_string(i) + " of many");
  if (argv.size() == 1 && troubles_.at({trouble_kind::hook_forks}, script) != nullptr)
    leave_child(process, now_us_ + delay);
  if (argv.size() == 1 && troubles_.at({trouble_kind::hook_deaf}, script) != nullptr) {
    note(script + " hangs, and is deaf");
    if (end.exit_code == 0) tell(&observer::will_succeed, begun_run{hooks_.runs().back(), id});
    agenda_.at(now_us_ + 50'000 * ms, [this, id] { processes_.finish(id, 0); });
    return test::fake_end::ignores_sigterm();
  }
  if (argv.size() == 1 && !process.variable("KUBERNETES_PATCH_PATH").empty()
      && troubles_.at({trouble_kind::hook_overreaches}, script) != nullptr) {
    note(script + " overreaches");
    tell(&observer::fails, script);
    process.write_file("KUBERNETES_PATCH_PATH",
                       "{operation: Create, object: {apiVersion: v1, kind: ConfigMap, metadata: "
                       "{namespace: nowhere, name: unwanted}}}\n");
  }
  if (argv.size() == 1 && end.exit_code == 0) tell(&observer::will_succeed, begun_run{hooks_.runs().back(), id});
  const bool is_slow = troubles_.at({trouble_kind::hook_slow}, script) != nullptr;
  return finish_later(id, end, is_slow ? chance_.between(5000 * ms, 40000 * ms) : delay);
}

test::fake_end hook_scripts::run_review(test::fake_process& process, const std::string& script, std::int64_t delay_us) {
  const auto id = process.id();
  if (troubles_.at({trouble_kind::hook_fails}, script) != nullptr)
    return finish_later(id, test::fake_end::exits(1), delay_us);
  if (troubles_.at({trouble_kind::hook_killed}, script) != nullptr) {
    agenda_.at(now_us_ + delay_us, [this, id] { processes_.signal_group(id, SIGKILL); });
    return test::fake_end::goes_on();
  }
  const auto end = hooks_.run(process);
  if (troubles_.at({trouble_kind::hook_babbles}, script) != nullptr)
    process.write_file("VALIDATING_RESPONSE_PATH", R"({"allowed":)");
  if (troubles_.at({trouble_kind::hook_deaf}, script) != nullptr) {
    agenda_.at(now_us_ + 50'000 * ms, [this, id] { processes_.finish(id, 0); });
    return test::fake_end::ignores_sigterm();
  }
  const bool is_slow = troubles_.at({trouble_kind::hook_slow}, script) != nullptr;
  return finish_later(id, end, is_slow ? chance_.between(5000 * ms, 40000 * ms) : delay_us);
}

/// Counts the ends of programs, independently of the operator.
void hook_scripts::count_end(const std::vector<std::string>& argv, const sys::process::process_exit& how) {
  const bool is_good = how.exit_code == 0;
  if (argv.size() > 2 && argv[1] == "upgrade") {
    ++tally_.upgrades[argv[2]];
    if (!is_good) ++tally_.bad_helms[argv[2]];
  }
  if (argv.size() > 1 && argv.front().ends_with("/helm") && argv[1] != "worker") ++tally_.helms;
  const auto script = paths_.find(argv.front());
  if (argv.size() != 1 || script == paths_.end() || script->second.ends_with("/enabled")) return;
  auto& ends = tally_.hook_ends[script->second];
  ++(is_good ? ends.well : ends.badly);
}

bool hook_scripts::refuses_config(test::fake_process& process, const std::string& script) {
  if (!script.starts_with("global/") || troubles_.at({trouble_kind::hooks_refused}, script) == nullptr) return false;
  note(script + " has a configuration that cannot be used");
  process.print(sys::process::stream::out, "configVersion: v1\nkubernetesValidating: []\n");
  return true;
}

/// The hook ends, and its child writes on.
void hook_scripts::leave_child(const test::fake_process& process, std::int64_t hook_ends_us) {
  note("it leaves a child");
  for (const auto* name : {"VALUES_JSON_PATCH_PATH", "KUBERNETES_PATCH_PATH", "METRICS_PATH"})
    if (const auto path = process.variable(name); !path.empty())
      agenda_.at(hook_ends_us + chance_.between(1, 3000 * ms),
                 [path] { std::ofstream(path, std::ios::binary | std::ios::app) << "what comes late"; });
}

bool hook_scripts::reconfigure_items(const std::string& module) {
  if (!items_in_queue_.contains(module)) return false;
  auto& in_queue = items_in_queue_[module];
  in_queue = !in_queue;
  hooks_.reconfigure(module + "/items.sh", items_config(module, in_queue));
  return true;
}

std::string hook_scripts::items_config(const std::string& name, bool in_queue) {
  return "configVersion: v1\nonStartup: 1\nkubernetes: [{name: items, apiVersion: example.io/v1, kind: Widget, "
         "namespace: {nameSelector: {matchNames: [apps]}}, labelSelector: {matchLabels: {module: "
         + name + "}}, jqFilter: '{name: .metadata.name, payload: .spec.payload}', includeSnapshotsFrom: [items]"
         + (in_queue ? ", queue: items-" + name : "") + "}]\n";
}

} // namespace worlds
