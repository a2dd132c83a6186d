#include "worlds/things_lost.hpp"

#include "core/releases/release.hpp"
#include "worlds/module_needs.hpp"
#include "worlds/releases.hpp"

namespace worlds {

namespace {

std::string flag_of(const std::string& module) {
  return module + "Enabled";
}

} // namespace

bool things_lost::begin(const trouble& x) {
  if (is_on_) return false;
  thing_ = x.subject;
  releases_ = releases_that_lose();
  if (releases_.size() < (is_single_held() ? 1U : 2U)) {
    releases_.clear();
    return false;
  }
  is_on_ = true;
  if (thing_ == lost_values) move_away("modules/values.yaml");
  if (thing_ == lost_hook) move_away("global-hooks/nodes.sh");
  for (const auto& name : releases_) {
    note("lost: what wants release " + name);
    if (thing_ == lost_directories) move_away(directory_of(plan_, name));
    if (thing_ == lost_flags) config_.write(flag_of(name), std::nullopt);
  }
  return true;
}

/// Only releases of which the model knows that their modules are on, so that nothing else than the lost thing
/// decides about them.
std::set<std::string> things_lost::releases_that_lose() const {
  const auto wanted = wanted_of(plan_, api_).enabled;
  std::set<std::string> found;
  for (const auto& x : plan_.modules) {
    const auto latest = helm_.latest(x.name);
    const bool is_released = latest && latest->status == "deployed" && is_made_by_operator(*latest)
                             && !latest->labels.contains(std::string(core::releases::module_uninstall_label));
    if (is_released && wanted.contains(x.name) && loses(x)) found.insert(x.name);
  }
  return found;
}

bool things_lost::loses(const module_plan& x) const {
  const auto flag = config_section(api_, flag_of(x.name));
  const bool is_of_hook = plan_.nodes_hook && x.name == plan_.modules.back().name;
  if (thing_ == lost_directories) return !is_of_hook;
  // A flag that is false in a file would be a wish.
  if (!plan_.common_flags) return false;
  if (thing_ == lost_hook) return is_of_hook && !flag.is_bool() && !x.enabled;
  if (thing_ == lost_values) return !is_of_hook && !flag.is_bool() && x.enabled;
  return !is_of_hook && flag.is_bool() && !x.enabled;
}

void things_lost::move_away(const std::string& path) {
  const std::filesystem::path to = root_.file("away/" + path);
  std::filesystem::create_directories(to.parent_path());
  std::filesystem::rename(root_.file(path), to);
  away_.push_back(path);
}

void things_lost::confirm() {
  if (!is_on_) return;
  for (const auto& name : releases_) {
    const auto* x = here_.module_named(name);
    // Its dependants would wait for ever.
    if (is_needed(plan_, name)) continue;
    // Without the directory the hooks of the deletion do not run, and their objects would stay.
    if (thing_ == lost_directories && (x->makes_object || x->orders)) continue;
    config_.write(flag_of(name), "false");
    note("a user confirms the removal of " + name);
  }
  tell(&observer::cluster_changes);
}

void things_lost::end() {
  if (!is_on_) return;
  for (const auto& path : away_) std::filesystem::rename(root_.file("away/" + path), root_.file(path));
  away_.clear();
  if (thing_ == lost_flags)
    for (const auto& name : releases_)
      if (!config_section(config_.present(), flag_of(name)).is_bool()) config_.write(flag_of(name), "true");
  is_on_ = false;
  tell(&observer::cluster_changes);
}

} // namespace worlds
