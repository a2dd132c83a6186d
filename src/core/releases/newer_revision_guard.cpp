#include "core/releases/upgrade_guard.hpp"

namespace core::releases {

namespace {

/// The last guard. The other guards have checked an upgrade of the latest known revision, but the watch may
/// be behind, and facts and renderings take time. So the records are listed again, and if the latest revision
/// has changed, all guards are asked again.
guard_answer_type answer(const planned_upgrade& x) {
  if (!x.last || x.are_records_listed) return guard_answer::pass{};
  return guard_answer::ask{upgrade_fact::records};
}

} // namespace

const upgrade_guard newer_revision_guard{"base", "has another Helm made a revision since the upgrade was judged?",
                                         answer};

} // namespace core::releases
