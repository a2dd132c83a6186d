#include "core/releases/lost_contents.hpp"
#include "core/releases/upgrade_effect.hpp"

namespace core::releases {

namespace {

/// Holds an upgrade that would remove or change objects because a file that templates read has lost its
/// content, or because `.helmignore` hides a template. Helm gives an empty text for a file that is missing.
guard_answer_type answer(const planned_upgrade& x) {
  if (!has_own_revision(x) || !x.last->label(chart_directories_label)) return guard_answer::pass{};
  if (!x.is_record_read) return guard_answer::ask{upgrade_fact::record};
  // Helm cannot read the record either, so it removes no objects.
  if (!x.released) return guard_answer::pass{};
  const auto lost = lost_contents(x);
  if (lost.empty()) return guard_answer::pass{};
  const auto effect = effect_of_upgrade(x);
  if (const auto* missing = std::get_if<guard_answer::ask>(&effect)) return *missing;
  const auto& known = std::get<upgrade_effect>(effect);
  if (known.empty()) return guard_answer::pass{};
  return guard_answer::hold{objection_to_lost_contents(x, lost, describe(known)), true};
}

} // namespace

const upgrade_guard lost_contents_guard{
  "contents", "would objects go or change because a file of the chart has lost its content?", answer};

} // namespace core::releases
