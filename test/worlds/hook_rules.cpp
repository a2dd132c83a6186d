// When a hook may begin, and which state it may see: its pace, the Synchronizations before Helm, objects before values.
#include "worlds/world.hpp"

#include <algorithm>
#include <sstream>

namespace worlds {

namespace {

constexpr std::int64_t ms = 1000;
/// A run that was let go reads values and snapshots before its program begins.
constexpr std::int64_t begin_delay_us = 500 * ms;

std::string owner_of(const std::string& script) {
  return script.substr(0, script.find('/'));
}

/// The bindings for whose objects a module waits: script and binding.
std::vector<std::pair<std::string, std::string>> awaited_by(const module_plan& x) {
  std::vector<std::pair<std::string, std::string>> found;
  const auto add = [&](bool is_there, const char* script, const char* binding) {
    if (is_there) found.emplace_back(x.name + "/" + script, binding);
  };
  add(x.items, "items.sh", "items");
  add(x.counts, "counts.sh", "items");
  add(x.joins, "joined.sh", "joined");
  add(x.secrets, "secrets.sh", "secrets");
  add(x.orders, "orders.sh", "items");
  add(x.both, "both.sh", "items");
  add(x.both, "both.sh", "nodes");
  add(x.defines, "things.sh", "things");
  return found;
}

} // namespace

void world::check_hook_begins(const test::hook_run& run) {
  check_interval(run);
  check_ordered(run);
  const auto owner = owner_of(run.script);
  if (run.reasons() == "afterDeleteHelm") check_doubt(owner, run.script + " cleans up");
  if (run.reasons() == "beforeHelm" || run.reasons() == "afterHelm") check_awaited(owner_of(run.script), run.script);
}

/// Any `burst` + 1 runs take an interval at least.
void world::check_interval(const test::hook_run& run) {
  const auto* module = module_named(owner_of(run.script));
  if (module == nullptr || !module->paced || !run.script.ends_with("/counts.sh")) return;
  auto& begun = begun_at_[run.script];
  begun.push_back(now_us_);
  if (begun.size() <= pace_burst) return;
  ++seen_.rules["interval"];
  const auto lasted = now_us_ - begun[begun.size() - 1 - pace_burst];
  if (lasted + begin_delay_us < pace_ms * ms)
    breach_of("interval", run.script + " has begun " + std::to_string(pace_burst + 1) + " times within "
                            + std::to_string(lasted / ms) + " ms");
}

void world::note_synchronization(const test::hook_run& run, sys::process::process_id id) {
  constexpr std::string_view synchronization = ":Synchronization";
  std::istringstream reasons(run.reasons());
  for (std::string reason; std::getline(reasons, reason, '+');)
    if (reason.ends_with(synchronization)) {
      synchronizing_[run.script][reason.substr(0, reason.size() - synchronization.size())].insert(id);
      put_off_.erase(run.script);
    }
}

void world::forget_synchronizations(const std::string& module) {
  std::erase_if(synchronizing_, [&](const auto& x) { return owner_of(x.first) == module; });
  std::erase_if(put_off_, [&](const auto& script) { return owner_of(script) == module; });
}

/// Before Helm runs for a module, its hooks have seen all objects, but for those whose kind cannot be known.
void world::check_awaited(const std::string& module, const std::string& what) {
  const auto* x = module_named(module);
  if (x == nullptr) return;
  const auto awaited = awaited_by(*x);
  if (awaited.size() > 1) ++seen_.rules["awaited"];
  for (const auto& [script, binding] : awaited) {
    if (put_off_.contains(script)) continue;
    const auto& runs = synchronizing_[script][binding];
    if (std::all_of(runs.begin(), runs.end(), [&](auto id) { return is_running(id); }))
      breach_of("awaited", what + " begins before the Synchronization of " + script + " " + binding + " has ended");
  }
}

// -- objects before values -------------------------------------------------------

void world::note_ordered() {
  if (std::exchange(last_ordered_, api_.revision()) == api_.revision()) return;
  for (const auto& x : plan_.modules)
    if (x.orders)
      if (const auto object = api_.object("ConfigMap", operator_namespace, x.name + "-ordered"))
        ordered_[x.name].insert(object->find("data")->string_at("items").value_or(""));
}

/// The hook has made the object in the run that has changed the value.
void world::check_ordered(const test::hook_run& run) {
  const auto* module = module_named(owner_of(run.script));
  if (module == nullptr || !module->orders) return;
  const auto value = run.value("/" + module->name + "/ordered");
  if (!value.is_string() || value.as_string() == "none") return;
  ++seen_.rules["ordered"];
  if (!ordered_[module->name].contains(value.as_string()))
    breach_of("ordered",
              run.script + " sees the value '" + value.as_string() + "' of a run whose object has not been made");
}

} // namespace worlds
