#include "core/releases/chart_directories.hpp"
#include "core/releases/held_upgrade.hpp"
#include "core/releases/upgrade_guard.hpp"

#include <utility>

namespace core::releases {

namespace {

/// A chart that has lost whole directories: the objects of their templates are not to go with them. Single
/// files are not checked, but `value_guard` has the objects named that go with them.
guard_answer_type answer(const planned_upgrade& x) {
  if (!x.last || !is_own(*x.last, x.platform) || x.last->status == release_status::uninstalled)
    return guard_answer::pass{};
  auto lost = lost_directories(*x.last, x.directories);
  if (lost.empty()) return guard_answer::pass{};
  if (!x.rendered) return guard_answer::ask{upgrade_fact::rendered};
  // Helm cannot read it either, so it removes no object.
  if (!x.released) return guard_answer::pass{};
  auto objects = objects_without(*x.released, *x.rendered);
  if (objects.empty()) return guard_answer::pass{};
  return guard_answer::hold{
    objection_to(gutted_chart{x.directory, x.last->revision, std::move(lost), std::move(objects)})};
}

} // namespace

const upgrade_guard directory_guard{"directories", "would objects go because a directory of the chart has gone?",
                                    answer};

} // namespace core::releases
