#include "core/releases/awaited_places.hpp"

#include <utility>

namespace core::releases {

std::set<std::string> awaited_places::take_changed(const standing_of& now) {
  std::set<std::string> found;
  for (auto& [module, standing] : held_) {
    // The new standing is kept, so that a change is reported once.
    const auto before = std::exchange(standing, now(module));
    if (values::is_decided_again(before, standing)) found.insert(module);
  }
  return found;
}

bool awaited_places::take_settled(const standing_of& now) {
  return std::erase_if(doubted_, [&](const auto& x) { return places_missing_for_script(x, now(x.name)).empty(); }) > 0;
}

} // namespace core::releases
