#include "core/modules/discovered_modules.hpp"

#include <algorithm>

namespace core {

discovered_modules decide_modules(const discovery_facts& facts) {
  discovered_modules found;
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
    } else if (!facts.undecided.contains(module)) {
      if (facts.active.contains(module) || released.contains(module)) found.to_delete.push_back(module);
      if (foreign.contains(module)) found.foreign.push_back(module);
    }
  }
  std::sort(strays.begin(), strays.end());
  return found;
}

} // namespace core
