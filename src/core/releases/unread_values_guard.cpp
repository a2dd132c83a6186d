#include "core/releases/unread_values.hpp"
#include "core/releases/upgrade_effect.hpp"

namespace core::releases {

namespace {

/// Holds an upgrade that would remove objects because the chart no longer reads a value that users have
/// written into the ConfigMap: its key has another name in the new chart. An upgrade that only changes
/// objects goes on, because most upgrades do; `user_value_without_reader` names the value then.
guard_answer_type answer(const planned_upgrade& x) {
  if (!has_own_revision(x) || !x.standing) return guard_answer::pass{};
  if (!x.is_record_read) return guard_answer::ask{upgrade_fact::record};
  // Helm cannot read the record either, so it removes no objects.
  if (!x.released) return guard_answer::pass{};
  if (!x.unread) return guard_answer::ask{upgrade_fact::unread};
  if (x.unread->empty() || !x.last->label(chart_directories_label)) return guard_answer::pass{};
  const auto effect = effect_of_upgrade(x);
  if (const auto* missing = std::get_if<guard_answer::ask>(&effect)) return *missing;
  const auto& known = std::get<upgrade_effect>(effect);
  if (known.removed.empty()) return guard_answer::pass{};
  return guard_answer::hold{objection_to_unread(x, describe(known)), true};
}

} // namespace

const upgrade_guard unread_values_guard{
  "unread values", "would objects go while the chart does not read a value of the ConfigMap any more?", answer};

} // namespace core::releases
