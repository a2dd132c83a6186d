// The look at several scripts that say no at a start with a new image.
#include "actors/supervision/module_discovery.hpp"
#include "base/contains.hpp"
#include "core/modules/own_releases.hpp"
#include "core/releases/script_grounds.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace actors::supervision {

void module_discovery::doubt_several_noes() {
  std::set<std::string> changed;
  for (const auto& name : facts_.refused_by_script) {
    const auto* release = core::modules::own_release(facts_, name);
    const auto reply = replies_.find(name);
    if (facts_.active.contains(name) || release == nullptr || reply == replies_.end()) continue;
    if (!core::releases::has_image_of(release->script_grounds, reply->second.grounds)) changed.insert(name);
  }
  auto all = changed;
  all.insert(groundless_.begin(), groundless_.end());
  for (const auto& name : changed) {
    const auto* release = core::modules::own_release(facts_, name);
    // The confirmation of one of them does not confirm the others.
    const bool was_held = base::contains(facts_.unconfirmed_before, name) || release->is_removal_held;
    if (all.size() < 2 && !was_held) continue;
    facts_.switched_off.erase(name);
    facts_.misspelt.insert_or_assign(
      name, fmt::format("the enabled script of '{}' says no since the start, with another script or other values files "
                        "than before, and so it was for {}: a variable or a file that they read may be lost",
                        name, all.size() < 2 ? "others" : fmt::format("'{}'", fmt::join(all, "', '"))));
  }
}

} // namespace actors::supervision
