#include "core/releases/upgrade_guard.hpp"

namespace core::releases {

namespace {

/// All other guards have judged an upgrade of the latest revision that was known. The watch may be behind,
/// and facts and renderings take time, so the records are listed again at the end. The round of guards begins
/// again if the latest revision is another one now.
guard_answer_type answer(const planned_upgrade& x) {
  if (!x.last || x.are_records_listed) return guard_answer::pass{};
  return guard_answer::ask{upgrade_fact::records};
}

} // namespace

const upgrade_guard newer_revision_guard{"base", "has another Helm made a revision since the upgrade was judged?",
                                         answer};

} // namespace core::releases
