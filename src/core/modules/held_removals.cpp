#include "core/modules/held_removals.hpp"

#include "base/contains.hpp"
#include "core/values/hook_label.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <iterator>
#include <set>

namespace core::modules {

namespace {

/// Notes, for people, the losses of an unconfirmed release, and the objects that its removal would take
/// along.
void note_losses(discovered_modules& found, const discovery_facts& facts, const found_release& x) {
  if (!x.lost_directory.empty())
    found.losses.push_back(fmt::format("'{}' came from directory of modules {}, which --modules-dir does not name",
                                       x.name, x.lost_directory));
  if (!x.deletion_hooks.empty() && !base::contains(facts.modules, x.name)) {
    std::set<std::string> hooks;
    for (const auto& [key, name] : x.deletion_hooks) hooks.insert(values::name_of_deletion_hook(key, name));
    found.losses.push_back(fmt::format("without its directory no hook of the deletion of '{}' would run: {}", x.name,
                                       fmt::join(hooks, ", ")));
  }
  if (facts.sections_of_users.contains(x.name) && !base::contains(facts.modules, x.name))
    found.losses.push_back(fmt::format("no module is called '{}', though the ConfigMap has a section for it", x.name));
  if (!x.renamed_to.empty())
    found.losses.push_back(fmt::format("the chart of '{}' is now in {}, which belongs to no module with a release: its "
                                       "directory may have been renamed",
                                       x.name, x.renamed_to));
  if (!x.older_charts.empty())
    found.losses.push_back(fmt::format("no module is called '{}', and {}: the image of the operator may be an older "
                                       "one",
                                       x.name, x.older_charts));
  if (!x.made_by_others.empty())
    found.losses.push_back(fmt::format("{}: if another tool manages '{}' now, give it up with `{} inputsChecksum- "
                                       "moduleChecksum-`",
                                       x.made_by_others, x.name, x.label_command));
  if (!x.claims.empty())
    found.losses.push_back(
      fmt::format("another client manages objects of '{0}' by server-side apply: {1}; if '{0}' was "
                  "handed over, give it up with `{2} inputsChecksum- moduleChecksum-`",
                  x.name, x.claims, x.label_command));
  if (!x.bearing.empty()) found.losses.push_back(fmt::format("with '{}' would go for good: {}", x.name, x.bearing));
}

/// Notes the sources that contradict the removal of a release.
void note_reasons(discovered_modules& found, const discovery_facts& facts, const std::string& name) {
  if (const auto at = facts.misspelt.find(name); at != facts.misspelt.end()) found.misspelt.insert(*at);
  if (const auto at = facts.wanted_without_module.find(name); at != facts.wanted_without_module.end())
    found.wanted_without_module.insert(*at);
  if (const auto at = facts.left_out.find(name); at != facts.left_out.end())
    found.of_left_out_source.emplace(name, values::describe(*at->second.rbegin()));
  const auto* release = own_release(facts, name);
  if (release == nullptr) return;
  if (!release->other_config_map.empty()) found.of_other_config_map.emplace(name, release->other_config_map);
  note_losses(found, facts, *release);
}

} // namespace

void hold_doubtful_removals(discovered_modules& found, const discovery_facts& facts, const own_releases& own) {
  std::vector<std::vector<std::string>*> doubtful{&found.to_delete};
  // The option confirms the removal of all releases without a module.
  if (!facts.purges_without_modules) doubtful.push_back(&found.to_purge);
  const auto take_back = [&](std::vector<std::string>& kept, const auto& which) {
    for (auto* removals : doubtful) {
      std::copy_if(removals->begin(), removals->end(), std::back_inserter(kept), which);
      std::erase_if(*removals, which);
    }
    std::sort(kept.begin(), kept.end());
  };
  const auto is_there = [&](const std::string& name) { return own.is_there(name); };
  // A missing hook may switch any of these modules on.
  if (facts.global_hooks == hooks_known::some) return take_back(found.kept_without_hooks, is_there);
  if (facts.config_map != values::config_map_state::written) return take_back(found.kept_without_config_map, is_there);
  std::copy_if(facts.modules.begin(), facts.modules.end(), std::back_inserter(found.in_doubt),
               [&](const auto& module) { return own.is_in_doubt(module); });
  std::sort(found.in_doubt.begin(), found.in_doubt.end());
  // A damaged directory is like a missing directory, so its release counts although it is not removed.
  auto unasked = std::ssize(found.in_doubt);
  std::set<std::string> all(found.to_purge.begin(), found.to_purge.end());
  all.insert(found.to_delete.begin(), found.to_delete.end());
  for (const auto* removals : doubtful)
    unasked +=
      std::count_if(removals->begin(), removals->end(), [&](const auto& name) { return own.is_unasked(name); });
  const bool is_misplaced = !found.kept_for_others.empty();
  const bool is_last = !own.is_any_left(all);
  take_back(found.unconfirmed, [&](const std::string& name) {
    if (!own.is_unasked(name)) return false;
    // The removal of a single release is normal, for example after a user has removed its directory. The
    // removal of several releases at once, or of the last release, looks like a loss of values or
    // directories.
    return unasked > 1 || is_misplaced || own.is_held_alone(name) || (is_last && base::contains(facts.modules, name));
  });
  for (const auto& name : found.unconfirmed) note_reasons(found, facts, name);
  if (is_misplaced && !found.unconfirmed.empty())
    found.losses.push_back(fmt::format("module '{}' belongs to platform '{}': are --config-map, --platform and "
                                       "--modules-dir right?",
                                       found.kept_for_others.begin()->first, found.kept_for_others.begin()->second));
}

} // namespace core::modules
