#include "core/releases/lost_contents.hpp"
#include "core/releases/removed_objects.hpp"
#include "core/releases/upgrade_guard.hpp"

namespace core::releases {

namespace {

/// Holds an upgrade that would remove or change objects because a file that templates read has lost its
/// content, or because `.helmignore` hides a template. Helm gives an empty text for a file that is missing.
guard_answer_type answer(const planned_upgrade& x) {
  const bool is_guarded = x.last && is_own(*x.last, x.platform) && x.last->status != release_status::uninstalled
                          && x.last->label(chart_directories_label);
  if (!is_guarded) return guard_answer::pass{};
  if (!x.is_record_read) return guard_answer::ask{upgrade_fact::record};
  // Helm cannot read the record either, so it removes no objects.
  if (!x.released) return guard_answer::pass{};
  const auto lost = lost_contents(x);
  if (lost.empty()) return guard_answer::pass{};
  if (!x.rendered) return guard_answer::ask{upgrade_fact::rendered};
  if (!x.compared) return guard_answer::ask{upgrade_fact::compared};
  if (*x.compared == nullptr) return guard_answer::pass{};
  const auto objects = objects_without(**x.compared, *x.rendered);
  if (objects.empty() && !x.is_content_changed) return guard_answer::pass{};
  const auto effect = objects.empty() ? std::string("change objects of the release")
                                      : "remove " + words_of_objects(objects) + " from the release";
  return guard_answer::hold{objection_to_lost_contents(x, lost, effect), true};
}

} // namespace

const upgrade_guard lost_contents_guard{
  "contents", "would objects go or change because a file of the chart has lost its content?", answer};

} // namespace core::releases
