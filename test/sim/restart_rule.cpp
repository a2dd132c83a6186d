// A restart after rest changes nothing.
#include "sim/operator_life.hpp"
#include "sim/world.hpp"

#include <algorithm>
#include <iterator>

namespace sim {

/// The modules that are on, the releases and the objects that modules have made.
std::vector<std::string> world::state_at_rest() {
  std::vector<std::string> state;
  for (const auto& module : life_->describe().enabled_modules) state.push_back("module " + module + " is on");
  const auto add_release = [&](const std::string& name) {
    if (const auto latest = helm_.latest(name))
      state.push_back("release " + name + " has revision " + std::to_string(latest->revision) + ", " + latest->status);
  };
  add_release(foreign_release);
  for (const auto& x : plan_.modules) {
    add_release(x.name);
    for (const auto& name : {x.name, x.name + "-made"})
      if (const auto object = api_.object("ConfigMap", operator_namespace, name))
        state.push_back("object " + name + " is " + object->dump());
  }
  std::sort(state.begin(), state.end());
  return state;
}

/// A change that the operator sees alone, so that nothing else makes good what it has not made of it.
void world::edit_at_rest() {
  const auto& x = chance_.one_of(plan_.modules);
  const auto* replicas = config_section(api_, x.name).find("replicas");
  const bool are_many = replicas != nullptr && replicas->is_number() && replicas->as_double() >= 6;
  const happening edit{now_us_ / 1000, happening_kind::set_value, x.name, are_many ? "2" : "8"};
  // By the agenda: what happens between two steps of time is seen at the end of the next one.
  agenda_.at(now_us_ + 1, [this, edit] {
    note("# " + describe(edit));
    happen(edit);
  });
  advance_to(now_us_ + settle_us);
}

void world::restart_at_rest() {
  ++seen_.rules["restart"];
  edit_at_rest();
  if (!breaches_.empty()) return;
  const auto before = state_at_rest();
  stop_in_order();
  if (breaches_.empty()) check_stopped();
  if (!breaches_.empty()) return;
  life_.reset();
  begin_life();
  advance_to(now_us_ + settle_us);
  if (!breaches_.empty()) return;
  const auto after = state_at_rest();
  std::vector<std::string> gone;
  std::set_difference(before.begin(), before.end(), after.begin(), after.end(), std::back_inserter(gone));
  for (const auto& line : gone) note("before the restart: " + line);
  std::vector<std::string> come;
  std::set_difference(after.begin(), after.end(), before.begin(), before.end(), std::back_inserter(come));
  for (const auto& line : come) note("after the restart: " + line);
  if (before != after)
    return breach_of("restart", "a restart after rest has changed something: " + (come.empty() ? gone : come).front());
  check_end();
}

} // namespace sim
