#include "core/modules/discovered_modules.hpp"

#include "core/base/contains.hpp"

#include <algorithm>
#include <cstddef>
#include <iterator>

namespace core {

namespace {

/// Takes removals back that may follow from mere absence.
void hold_doubtful_removals(discovered_modules& found, const discovery_facts& facts) {
  std::set<std::string> begun; // a removal that has begun comes to its end
  std::set<std::string> released;
  for (const auto& release : facts.released) {
    if (release.owned) released.insert(release.name);
    if (release.is_uninstalled || release.is_removal_begun) begun.insert(release.name);
  }
  const auto is_there = [&](const std::string& name) { return released.contains(name) && !begun.contains(name); };
  const auto is_unasked = [&](const std::string& name) {
    return is_there(name) && !facts.active.contains(name) && !facts.switched_off.contains(name);
  };
  std::vector<std::vector<std::string>*> doubtful{&found.to_delete};
  if (!facts.purges_without_modules) doubtful.push_back(&found.to_purge);
  const auto take_back = [&](std::vector<std::string>& kept, const auto& which) {
    for (auto* removals : doubtful) {
      std::copy_if(removals->begin(), removals->end(), std::back_inserter(kept), which);
      std::erase_if(*removals, which);
    }
    std::sort(kept.begin(), kept.end());
  };
  if (facts.global_hooks == hooks_known::some) return take_back(found.kept_without_hooks, is_there);
  if (facts.config_map != config_map_state::written) return take_back(found.kept_without_config_map, is_there);
  std::ptrdiff_t unasked = 0;
  for (const auto* removals : doubtful) unasked += std::count_if(removals->begin(), removals->end(), is_unasked);
  const auto is_unconfirmed = [&](const std::string& name) {
    return is_unasked(name) && (unasked > 1 || contains(facts.unconfirmed_before, name));
  };
  take_back(found.unconfirmed, is_unconfirmed);
}

} // namespace

bool would_be_deleted(const discovery_facts& facts, const std::string& module) {
  return facts.active.contains(module)
         || std::any_of(facts.released.begin(), facts.released.end(),
                        [&](const found_release& x) { return x.owned && x.name == module; });
}

discovered_modules decide_modules(const discovery_facts& facts) {
  discovered_modules found;
  found.config_map = facts.config_map;
  std::set<std::string> known(facts.modules.begin(), facts.modules.end());
  std::set<std::string> released; // by the operator
  std::set<std::string> foreign;
  auto& strays = facts.modules.empty() && !facts.purges_without_modules ? found.spared : found.to_purge;
  for (const auto& release : facts.released) {
    if (release.owned) released.insert(release.name);
    if (!release.owned && !release.is_uninstalled) foreign.insert(release.name);
    if (release.owned && !known.contains(release.name)) strays.push_back(release.name);
  }
  for (const auto& module : facts.modules) {
    if (facts.enabled.contains(module)) {
      found.enabled.push_back(module);
      if (facts.held_back.contains(module)) found.held_back.insert(module);
      if (const auto at = facts.unasked.find(module); at != facts.unasked.end()) found.unasked.insert(*at);
      if (const auto at = facts.doubted_no.find(module); at != facts.doubted_no.end()) found.kept_by_doubt.insert(*at);
    } else if (!facts.undecided.contains(module)) {
      if (facts.active.contains(module) || released.contains(module)) found.to_delete.push_back(module);
      if (foreign.contains(module)) found.foreign.push_back(module);
    }
  }
  std::sort(strays.begin(), strays.end());
  hold_doubtful_removals(found, facts);
  return found;
}

} // namespace core
