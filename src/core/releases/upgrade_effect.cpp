#include "core/releases/upgrade_effect.hpp"

#include "core/releases/removed_objects.hpp"

#include <algorithm>
#include <utility>

namespace core::releases {

bool has_own_revision(const planned_upgrade& x) {
  return x.last && is_own(*x.last, x.platform) && x.last->status != release_status::uninstalled;
}

std::variant<guard_answer::ask, upgrade_effect> effect_of_upgrade(const planned_upgrade& x) {
  if (!x.rendered) return guard_answer::ask{upgrade_fact::rendered};
  if (!x.compared) return guard_answer::ask{upgrade_fact::compared};
  if (*x.compared == nullptr) return upgrade_effect{};
  auto removed = objects_without(**x.compared, *x.rendered);
  std::erase_if(removed, [&](const auto& object) {
    return std::any_of(x.handed_over.begin(), x.handed_over.end(), [&](const auto& y) { return y.object == object; });
  });
  return upgrade_effect{std::move(removed), x.is_content_changed};
}

std::string describe(const upgrade_effect& x) {
  if (x.removed.empty()) return "change objects of the release";
  return "remove " + words_of_objects(x.removed) + " from the release";
}

} // namespace core::releases
