#include "core/tasks/task.hpp"

#include "base/overload.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstddef>
#include <set>
#include <string_view>
#include <utility>

namespace core::tasks {

namespace {

using base::one_of;
using base::overload;

const char* binding_type(run_global_hook::moment at) {
  switch (at) {
    case run_global_hook::moment::on_startup: return "onStartup";
    case run_global_hook::moment::before_all: return "beforeAll";
    case run_global_hook::moment::after_all: return "afterAll";
  }
  return "";
}

/// A task may be combined from thousands of tasks, so names are compared and not collected. Most tasks have a
/// single name.
void append_bindings(std::string& to, const run_hook_for_events& x) {
  const auto& bindings = x.bindings;
  if (bindings.size() == 1) {
    to.append(":").append(bindings.front());
    if (x.reduced) to += " (newest states)";
    return;
  }
  std::set<std::string_view> names;
  for (const auto& name : bindings)
    if (names.empty() || name != *names.begin()) names.insert(name);
  auto separator = ':';
  for (const auto name : names) {
    (to += separator) += name;
    separator = ',';
  }
  if (bindings.size() > 1) to += fmt::format(" in {} contexts", bindings.size());
  if (x.reduced) to += " (newest states)";
}

void append_hook_run(std::string& to, const run_hook_for_events& x) {
  if (!x.module.empty()) to.append(x.module).append(":");
  to.append(x.binding_type).append(":").append(x.hook);
  append_bindings(to, x);
  to.append(":").append(x.event);
}

/// The first and the last name: a dump lists the rest below it.
std::string group_meta(const run_modules& x) {
  if (x.members.empty()) return "0 modules:";
  return fmt::format("{} modules, {} to {}:{}", x.members.size(), x.members.front().module, x.members.back().module,
                     x.members.front().event);
}

} // namespace

bool is_over(const task_result& x) {
  return std::holds_alternative<task_done>(x) || std::holds_alternative<task_superseded>(x);
}

const char* type_name(const task& x) {
  return std::visit(overload{
                      [](const run_global_hook&) { return "GlobalHookRun"; },
                      [](const synchronize_global_hook&) { return "GlobalHookEnableKubernetesBindings"; },
                      [](const await_global_synchronization&) { return "GlobalHookWaitKubernetesSynchronization"; },
                      [](const reload_modules&) { return "ConvergeModules"; },
                      [](const discover_modules&) { return "DiscoverModules"; },
                      [](const ask_enabled_script&) { return "ModuleAskEnabledScript"; },
                      [](const ensure_definitions&) { return "ModuleEnsureCRDs"; },
                      [](const run_module&) { return "ModuleRun"; },
                      [](const run_modules&) { return "ParallelModuleRun"; },
                      [](const delete_module&) { return "ModuleDelete"; },
                      [](const purge_release&) { return "ModulePurge"; },
                      [](const run_hook_for_events& r) { return r.module.empty() ? "GlobalHookRun" : "ModuleHookRun"; },
                    },
                    x);
}

int lifecycle_step(const task& x) {
  return std::visit(overload{
                      [](const run_global_hook& r) {
                        switch (r.at) {
                          case run_global_hook::moment::on_startup: return 1;
                          case run_global_hook::moment::before_all: return 3;
                          case run_global_hook::moment::after_all: return 8;
                        }
                        return 0;
                      },
                      [](const synchronize_global_hook&) { return 2; },
                      [](const await_global_synchronization&) { return 2; },
                      [](const reload_modules&) { return 0; },
                      [](const discover_modules&) { return 4; },
                      [](const ask_enabled_script&) { return 4; },
                      [](const ensure_definitions&) { return 5; },
                      [](const run_module&) { return 5; },
                      [](const run_modules&) { return 5; },
                      [](const delete_module&) { return 6; },
                      [](const purge_release&) { return 7; },
                      [](const run_hook_for_events& r) { return r.step; },
                    },
                    x);
}

std::string module_of(const task& x) {
  using none = std::string;
  return std::visit(
    overload{
      [](const one_of<ask_enabled_script, ensure_definitions, run_module, delete_module, run_hook_for_events> auto& r) {
        return r.module;
      },
      [](const one_of<run_global_hook, synchronize_global_hook, await_global_synchronization> auto&) { return none{}; },
      [](const one_of<reload_modules, discover_modules, run_modules, purge_release> auto&) { return none{}; },
    },
    x);
}

std::string hook_of(const task& x) {
  using none = std::string;
  return std::visit(
    overload{
      [](const one_of<run_global_hook, synchronize_global_hook, run_hook_for_events> auto& r) { return r.hook; },
      [](const one_of<await_global_synchronization, reload_modules, discover_modules> auto&) { return none{}; },
      [](const one_of<ask_enabled_script, ensure_definitions, run_module, run_modules> auto&) { return none{}; },
      [](const one_of<delete_module, purge_release> auto&) { return none{}; },
    },
    x);
}

std::string binding_of(const task& x) {
  if (const auto* global = std::get_if<run_global_hook>(&x)) return binding_type(global->at);
  if (const auto* events = std::get_if<run_hook_for_events>(&x); events != nullptr && !events->bindings.empty())
    return events->bindings.front();
  return {};
}

std::string event_of(const task& x) {
  using none = std::string;
  return std::visit(
    overload{
      [](const one_of<reload_modules, run_module, run_hook_for_events> auto& r) { return r.event; },
      [](const one_of<run_global_hook, synchronize_global_hook, await_global_synchronization> auto&) { return none{}; },
      [](const one_of<discover_modules, ask_enabled_script, ensure_definitions> auto&) { return none{}; },
      [](const one_of<run_modules, delete_module, purge_release> auto&) { return none{}; },
    },
    x);
}

void leave_out(run_hook_for_events& x, const std::vector<std::uint64_t>& outdated) {
  std::size_t kept = 0;
  for (std::size_t i = 0; i < x.runs.size(); ++i) {
    if (std::binary_search(outdated.begin(), outdated.end(), x.runs[i])) continue;
    x.runs[kept] = x.runs[i];
    if (kept != i) x.bindings[kept] = std::move(x.bindings[i]);
    ++kept;
  }
  if (kept == x.runs.size()) return;
  x.runs.resize(kept);
  x.bindings.resize(kept);
  x.reduced = true;
}

bool belongs_to_reload(const task& x) {
  return std::visit(
    overload{
      // A global onStartup hook runs once in a process, so a new reason for a reload must not withdraw it.
      [](const run_global_hook& hook) { return hook.at != run_global_hook::moment::on_startup; },
      [](const one_of<discover_modules, ask_enabled_script, ensure_definitions> auto&) { return true; },
      [](const one_of<run_module, run_modules, delete_module, purge_release> auto&) { return true; },
      [](const one_of<synchronize_global_hook, await_global_synchronization> auto&) { return false; },
      [](const one_of<reload_modules, run_hook_for_events> auto&) { return false; },
    },
    x);
}

std::string work_of(const task& x) {
  if (const auto* group = std::get_if<run_modules>(&x)) {
    std::vector<std::string> names;
    for (const auto& member : group->members) names.push_back(member.module);
    return fmt::format("{}:{}", type_name(x), fmt::join(names, ","));
  }
  // The reason and the enabling are left out. The next plan may make the same work for another reason, and
  // must then find the failures that the work has left in the queue.
  const auto* purge = std::get_if<purge_release>(&x);
  return fmt::format("{}:{}:{}:{}:{}", type_name(x), module_of(x), hook_of(x), binding_of(x),
                     purge != nullptr ? purge->release : std::string());
}

std::string describe(const task& x, std::string_view queue) {
  std::string text;
  append_description(text, x, queue);
  return text;
}

void append_description(std::string& to, const task& x, std::string_view queue) {
  to.append(type_name(x)).append(":").append(queue).append(":");
  std::visit(overload{
               [&](const run_global_hook& r) { to.append(binding_type(r.at)).append(":").append(r.hook).append(":"); },
               [&](const synchronize_global_hook& r) { to.append("kubernetes:").append(r.hook).append(":"); },
               [&](const await_global_synchronization&) { to += "::"; },
               [&](const reload_modules& r) { to.append("::").append(r.event); },
               [&](const discover_modules&) { to += "::"; },
               [&](const ask_enabled_script& r) { to.append(r.module).append(":"); },
               [&](const ensure_definitions& r) { to.append(r.module).append(":"); },
               [&](const run_module& r) { to.append(r.module).append(":").append(r.event); },
               [&](const run_modules& r) { to += group_meta(r); },
               [&](const delete_module& r) { to.append(r.module).append(":"); },
               [&](const purge_release& r) { to.append(r.release).append(":"); },
               [&](const run_hook_for_events& r) { append_hook_run(to, r); },
             },
             x);
}

} // namespace core::tasks
