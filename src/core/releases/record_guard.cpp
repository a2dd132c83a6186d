#include "core/releases/upgrade_guard.hpp"

namespace core::releases {

namespace {

/// If Helm finds no release, it creates a first revision, and there is no manifest to compare with. The known
/// records may be outdated, so before this the records are listed again.
guard_answer_type answer(const planned_upgrade& x) {
  if (!x.are_records_listed) {
    if (x.last) return guard_answer::pass{};
    return guard_answer::ask{upgrade_fact::records};
  }
  if (x.last) return guard_answer::begin_again{}; // it may belong to another platform
  return guard_answer::pass{};
}

} // namespace

const upgrade_guard record_guard{"absence", "is there a record of a release that counts as absent?", answer};

} // namespace core::releases
