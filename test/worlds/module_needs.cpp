#include "worlds/module_needs.hpp"

#include <algorithm>
#include <vector>

namespace worlds {

namespace {

bool changes_flags(const happening& x, const std::string& module) {
  // A burst has edits of flags, too.
  const bool is_of_flags =
    x.kind == happening_kind::set_flag || x.kind == happening_kind::remove_flag || x.kind == happening_kind::burst;
  return is_of_flags && x.subject == module;
}

/// Whether the module is on all the time.
bool stays_on(const plan& world, const module_plan& x) {
  const bool has_own_no = x.gate || x.picky || x.squatted;
  const bool follows_nodes = world.nodes_hook && x.name == world.modules.back().name;
  if (!x.enabled || has_own_no || follows_nodes) return false;
  const auto ends_life = [&](const trouble& y) {
    return (y.kind == trouble_kind::crash || y.kind == trouble_kind::restart) && y.subject == x.name;
  };
  return std::none_of(world.happenings.begin(), world.happenings.end(),
                      [&](const happening& y) { return changes_flags(y, x.name); })
         && std::none_of(world.troubles.begin(), world.troubles.end(), ends_life);
}

} // namespace

void draw_needs(plan& x, dice chance) {
  for (auto& module : x.modules) {
    std::vector<std::string> candidates;
    // A needed module comes before the module in the order of execution.
    for (const auto& other : x.modules)
      if (stays_on(x, other) && directory_of(x, other.name) < directory_of(x, module.name))
        candidates.push_back(other.name);
    if (!candidates.empty() && chance.percent(50)) module.needs = chance.one_of(candidates);
  }
}

void draw_failed_needs(plan& x, dice chance) {
  if (!x.passes) return;
  for (const auto& module : x.modules) {
    const auto need = std::find_if(x.modules.begin(), x.modules.end(),
                                   [&](const module_plan& y) { return y.name == module.needs && y.chart; });
    if (need == x.modules.end() || !chance.percent(60)) continue;
    constexpr std::int64_t last_ms = 30'000;
    trouble failure;
    failure.kind = trouble_kind::helm_fails;
    failure.from_ms = chance.between(5000, busy_ms - last_ms);
    failure.for_ms = chance.between(12'000, 20'000);
    failure.subject = need->name;
    const auto value = [&] { return std::to_string(chance.between(1, 5)); };
    x.happenings.push_back({failure.from_ms + 200, happening_kind::set_value, need->name, value()});
    x.happenings.push_back(
      {failure.from_ms + chance.between(3000, 9000), happening_kind::set_value, module.name, value()});
    x.troubles.push_back(failure);
  }
}

bool is_needed(const plan& x, const std::string& module) {
  return std::any_of(x.modules.begin(), x.modules.end(), [&](const module_plan& y) { return y.needs == module; });
}

bool is_there(const plan& x, const std::string& module) {
  return std::any_of(x.modules.begin(), x.modules.end(), [&](const module_plan& y) { return y.name == module; });
}

} // namespace worlds
