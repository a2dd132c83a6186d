#include "core/releases/bearing_objects.hpp"
#include "core/releases/misspelt_values.hpp"
#include "core/releases/upgrade_effect.hpp"

namespace core::releases {

namespace {

/// Holds an upgrade that follows a slip in a key within a section, as a slip in a key of the ConfigMap keeps
/// the former value (`core::config::kept_keys`).
guard_answer_type answer(const planned_upgrade& x) {
  if (!has_own_revision(x) || !x.standing) return guard_answer::pass{};
  if (!x.is_record_read) return guard_answer::ask{upgrade_fact::record};
  // Without the record the former values are not known.
  if (!x.released) return guard_answer::pass{};
  if (!x.unread) return guard_answer::ask{upgrade_fact::unread};
  if (x.misspelt.empty() || x.last->label(gives_up_label) == std::to_string(x.last->revision))
    return guard_answer::pass{};
  const auto effect = effect_of_upgrade(x);
  if (const auto* missing = std::get_if<guard_answer::ask>(&effect)) return *missing;
  const auto& known = std::get<upgrade_effect>(effect);
  if (known.empty()) return guard_answer::pass{};
  if (!x.values_before) return guard_answer::ask{upgrade_fact::values_before};
  const auto losses = losses_by_slips(x);
  if (losses.empty()) return guard_answer::pass{};
  return guard_answer::hold{objection_to_misspelt(x, losses, describe(known)), true};
}

} // namespace

const upgrade_guard misspelt_values_guard{"misspelt values", "would a value go because its key was misspelt?", answer};

} // namespace core::releases
