#include "core/modules/stray_releases.hpp"

#include <algorithm>

namespace core::modules {

void find_stray_releases(discovered_modules& found, const discovery_facts& facts) {
  const std::set<std::string> known(facts.modules.begin(), facts.modules.end());
  const bool are_any_there = facts.has_modules && !known.empty();
  auto& strays = !are_any_there && !facts.purges_without_modules ? found.spared : found.to_purge;
  for (const auto& release : facts.released)
    if (release.owned && !known.contains(release.name)) strays.push_back(release.name);
  std::sort(strays.begin(), strays.end());
}

std::set<std::string> releases_without_module(const discovered_modules& found) {
  std::set<std::string> names;
  for (const auto* list :
       {&found.to_purge, &found.spared, &found.unconfirmed, &found.kept_without_config_map, &found.kept_without_hooks})
    names.insert(list->begin(), list->end());
  return names;
}

} // namespace core::modules
