#include "core/tasks/task.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <set>
#include <string_view>

namespace core {

namespace {

template <class... Fs>
struct overload : Fs... {
  using Fs::operator()...;
};
template <class... Fs>
overload(Fs...) -> overload<Fs...>;

const char* binding_type(run_global_hook::moment at) {
  switch (at) {
    case run_global_hook::moment::on_startup: return "onStartup";
    case run_global_hook::moment::before_all: return "beforeAll";
    case run_global_hook::moment::after_all: return "afterAll";
  }
  return "";
}

/// Also of a task that was combined from thousands, so names are only looked at.
std::string hook_run_meta(const run_hook_for_events& x) {
  std::set<std::string_view> names;
  for (const auto& name : x.bindings)
    if (names.empty() || name != *names.begin()) names.insert(name);
  std::string text;
  text.reserve(128);
  if (!x.module.empty()) text.append(x.module).append(":");
  text.append(x.binding_type).append(":").append(x.hook);
  auto separator = ':';
  for (const auto name : names) {
    (text += separator) += name;
    separator = ',';
  }
  if (x.bindings.size() > 1) text += fmt::format(" in {} contexts", x.bindings.size());
  return text.append(":").append(x.event);
}

/// By its ends: a dump names the others below it.
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
                      [](const converge_modules&) { return "ConvergeModules"; },
                      [](const discover_modules&) { return "DiscoverModules"; },
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
                      [](const converge_modules&) { return 0; },
                      [](const discover_modules&) { return 4; },
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
  return std::visit(overload{
                      [](const ensure_definitions& r) { return r.module; },
                      [](const run_module& r) { return r.module; },
                      [](const delete_module& r) { return r.module; },
                      [](const run_hook_for_events& r) { return r.module; },
                      [](const auto&) { return std::string{}; },
                    },
                    x);
}

std::string hook_of(const task& x) {
  return std::visit(overload{
                      [](const run_global_hook& r) { return r.hook; },
                      [](const synchronize_global_hook& r) { return r.hook; },
                      [](const run_hook_for_events& r) { return r.hook; },
                      [](const auto&) { return std::string{}; },
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
  if (const auto* reload = std::get_if<converge_modules>(&x)) return reload->event;
  if (const auto* run = std::get_if<run_module>(&x)) return run->event;
  if (const auto* events = std::get_if<run_hook_for_events>(&x)) return events->event;
  return {};
}

bool can_combine(const task& head, const task& next) {
  const auto* a = std::get_if<run_hook_for_events>(&head);
  const auto* b = std::get_if<run_hook_for_events>(&next);
  if (a == nullptr || b == nullptr || a->hook != b->hook || a->module != b->module) return false;
  return a->combinable && b->combinable && a->allow_failure == b->allow_failure;
}

bool combine(task& head, const task& next) {
  if (!can_combine(head, next)) return false;
  auto& a = std::get<run_hook_for_events>(head);
  const auto& b = std::get<run_hook_for_events>(next);
  a.runs.insert(a.runs.end(), b.runs.begin(), b.runs.end());
  a.bindings.insert(a.bindings.end(), b.bindings.begin(), b.bindings.end());
  return true;
}

bool belongs_to_reload(const task& x) {
  if (const auto* hook = std::get_if<run_global_hook>(&x)) return hook->at != run_global_hook::moment::on_startup;
  return std::holds_alternative<discover_modules>(x) || std::holds_alternative<ensure_definitions>(x)
         || std::holds_alternative<delete_module>(x) || std::holds_alternative<purge_release>(x)
         || std::holds_alternative<run_module>(x) || std::holds_alternative<run_modules>(x);
}

std::string work_of(const task& x) {
  if (const auto* group = std::get_if<run_modules>(&x)) {
    std::vector<std::string> names;
    for (const auto& member : group->members) names.push_back(member.module);
    return fmt::format("{}:{}", type_name(x), fmt::join(names, ","));
  }
  const auto* purge = std::get_if<purge_release>(&x);
  return fmt::format("{}:{}:{}:{}:{}", type_name(x), module_of(x), hook_of(x), binding_of(x),
                     purge != nullptr ? purge->release : std::string());
}

std::string describe(const task& x, const std::string& queue) {
  const auto meta =
    std::visit(overload{
                 [](const run_global_hook& r) { return fmt::format("{}:{}:", binding_type(r.at), r.hook); },
                 [](const synchronize_global_hook& r) { return fmt::format("kubernetes:{}:", r.hook); },
                 [](const await_global_synchronization&) { return std::string("::"); },
                 [](const converge_modules& r) { return fmt::format("::{}", r.event); },
                 [](const discover_modules&) { return std::string("::"); },
                 [](const ensure_definitions& r) { return fmt::format("{}:", r.module); },
                 [](const run_module& r) { return fmt::format("{}:{}", r.module, r.event); },
                 [](const run_modules& r) { return group_meta(r); },
                 [](const delete_module& r) { return fmt::format("{}:", r.module); },
                 [](const purge_release& r) { return fmt::format("{}:", r.release); },
                 [](const run_hook_for_events& r) { return hook_run_meta(r); },
               },
               x);
  std::string text = type_name(x);
  text.reserve(text.size() + queue.size() + meta.size() + 2);
  return text.append(":").append(queue).append(":").append(meta);
}

} // namespace core
