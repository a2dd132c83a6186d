#include "core/modules/own_releases.hpp"

#include "base/contains.hpp"

#include <algorithm>

namespace core::modules {

own_releases::own_releases(const discovery_facts& facts) : facts_(facts) {
  for (const auto& release : facts.released)
    if (release.owned) by_name_.emplace(release.name, &release);
}

bool own_releases::is_there(const std::string& name) const {
  const auto at = by_name_.find(name);
  return at != by_name_.end() && !at->second->is_uninstalled && !at->second->is_removal_begun;
}

bool own_releases::is_unasked(const std::string& name) const {
  // This process has seen an active module enabled, so a change since then has switched it off.
  return is_there(name) && !facts_.switched_off.contains(name)
         && (!facts_.active.contains(name) || facts_.vanished.contains(name) || facts_.place_missing.contains(name));
}

bool own_releases::is_held_alone(const std::string& name) const {
  const auto& release = *by_name_.at(name);
  return base::contains(facts_.unconfirmed_before, name) || release.is_removal_held || release.is_wanted_by_hook
         || release.is_of_former_name || !release.other_config_map.empty() || !release.lost_directory.empty()
         || !release.bearing.empty() || !release.renamed_to.empty() || !release.claims.empty()
         || !release.older_charts.empty() || !release.made_by_others.empty() || facts_.misspelt.contains(name)
         || facts_.place_missing.contains(name) || is_source_left_out(release)
         || (base::contains(facts_.modules, name) ? release.is_want_unknown : is_directory_missing(name));
}

bool own_releases::is_in_doubt(const std::string& module) const {
  return is_unasked(module) && (facts_.held_back.contains(module) || facts_.undecided.contains(module));
}

bool own_releases::is_any_left(const std::set<std::string>& without) const {
  return std::any_of(by_name_.begin(), by_name_.end(),
                     [&](const auto& x) { return is_there(x.first) && !without.contains(x.first); });
}

release_removal own_releases::removal_of(const std::string& name, const std::string& reason,
                                         removal_cause cause) const {
  const auto known = facts_.wanted_before.find(name);
  const auto& release = *by_name_.at(name);
  return {name, reason, known == facts_.wanted_before.end() ? release.wanted_by : known->second, cause,
          release.bearing};
}

/// True if the directory of a release without a module may have been lost: a directory of modules is empty,
/// or a flag or a section shows that the module is wanted. Hooks of the deletion do not run without the
/// directory.
bool own_releases::is_directory_missing(const std::string& name) const {
  return facts_.has_empty_directory || facts_.wanted_without_module.contains(name)
         || facts_.sections_of_users.contains(name) || !by_name_.at(name)->deletion_hooks.empty();
}

/// True if the source that had switched the module on still has the flag `true`, but is no longer used.
bool own_releases::is_source_left_out(const found_release& x) const {
  const auto at = facts_.left_out.find(x.name);
  return at != facts_.left_out.end() && x.want && at->second.contains(*x.want);
}

const found_release* own_release(const discovery_facts& facts, const std::string& module) {
  const auto at = std::find_if(facts.released.begin(), facts.released.end(), [&](const found_release& x) {
    return x.owned && x.name == module && !x.is_uninstalled && !x.is_removal_begun;
  });
  return at == facts.released.end() ? nullptr : &*at;
}

bool would_be_deleted(const discovery_facts& facts, const std::string& module) {
  return facts.active.contains(module)
         || std::any_of(facts.released.begin(), facts.released.end(),
                        [&](const found_release& x) { return x.owned && x.name == module; });
}

} // namespace core::modules
