#pragma once

#include "core/releases/manifest.hpp"
#include "core/releases/upgrade_guard.hpp"

#include <string>
#include <variant>
#include <vector>

namespace core::releases {

/// The effect of an upgrade on the objects of its release, for guards that hold it because a part of the
/// module has been lost.
struct upgrade_effect {
  std::vector<manifest_object> removed;
  bool is_change = false; ///< objects that stay have another content

  [[nodiscard]] bool empty() const noexcept { return removed.empty() && !is_change; }
};

/// Whether there is a revision of this platform, which an upgrade could harm.
[[nodiscard]] bool has_own_revision(const planned_upgrade& x);

/// The effect, or the fact that is missing to know it. Objects that were handed over to another release are
/// left out, because they stay. Empty if Helm cannot read the objects that it compares with, so that it
/// removes no objects.
[[nodiscard]] std::variant<guard_answer::ask, upgrade_effect> effect_of_upgrade(const planned_upgrade& x);

/// For people: `remove web/ConfigMap/a from the release`, `change objects of the release`.
/// @pre the effect is not empty
[[nodiscard]] std::string describe(const upgrade_effect& x);

} // namespace core::releases
