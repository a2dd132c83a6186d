#include "core/releases/upgrade_guard.hpp"

namespace core::releases {

namespace {

/// Helm makes a first revision if it finds no release, and there is no manifest to compare with. The known
/// records may be old, so the records are listed again before that.
guard_answer_type answer(const planned_upgrade& x) {
  if (!x.are_records_listed) {
    if (x.last) return guard_answer::pass{};
    return guard_answer::ask{upgrade_fact::records};
  }
  if (x.last) return guard_answer::begin_again{}; // it may be of another platform
  return guard_answer::pass{};
}

} // namespace

const upgrade_guard record_guard{"absence", "is there a record of a release that counts as absent?", answer};

} // namespace core::releases
