#include "core/modules/certainly_off.hpp"

#include "base/contains.hpp"

#include <algorithm>
#include <array>

namespace core::modules {

bool is_certainly_off(const discovered_modules& found, const std::string& module) {
  const std::array<const std::vector<std::string>*, 7> kept{
    &found.enabled,     &found.named,    &found.foreign, &found.kept_without_config_map, &found.kept_without_hooks,
    &found.unconfirmed, &found.in_doubt,
  };
  return std::none_of(kept.begin(), kept.end(), [&](const auto* names) { return base::contains(*names, module); })
         && !found.held_back.contains(module) && !found.hidden.contains(module) && !found.off_doubts.contains(module);
}

} // namespace core::modules
