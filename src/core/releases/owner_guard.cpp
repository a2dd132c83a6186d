#include "core/releases/object_owner.hpp"
#include "core/releases/upgrade_guard.hpp"

#include <utility>

namespace core::releases {

namespace {

/// Holds an upgrade if Helm would delete objects that another release has taken over. The Helm worker checks
/// the owner of an object before it deletes the object. A Helm that is started for each task checks this only
/// in uninstallations, and an old Helm never.
guard_answer_type answer(const planned_upgrade& x) {
  if (!x.last || x.last->status == release_status::uninstalled) return guard_answer::pass{};
  const bool is_deployed = x.last->status == release_status::deployed;
  // After a failed revision Helm compares with the last deployed revision, which may come from different
  // inputs.
  if (is_deployed && is_made_from(*x.last, x.last->label(inputs_checksum_label), x.inputs_digest, stability(x.chart)))
    return guard_answer::pass{};
  if (!x.is_owner_checked) return guard_answer::ask{upgrade_fact::owner_check};
  if (*x.is_owner_checked) return guard_answer::pass{};
  if (!x.rendered) return guard_answer::ask{upgrade_fact::rendered};
  if (!x.released && !x.is_record_read) return guard_answer::ask{upgrade_fact::record};
  if (!x.compared) return guard_answer::ask{upgrade_fact::compared};
  if (*x.compared == nullptr) return guard_answer::pass{};
  if (!x.taken) return guard_answer::ask{upgrade_fact::taken};
  if (x.taken->empty()) return guard_answer::pass{};
  auto why = objection_to_upgrade(x.release, *x.taken);
  if (is_deployed) return guard_answer::hold{std::move(why)};
  // After a failed revision another run would be requested at once. So this run fails, and is tried again
  // after a wait.
  return guard_answer::refuse{{base::error_code::conflict, describe(why)}};
}

} // namespace

const upgrade_guard owner_guard{"owners", "does another release own an object that helm would delete?", answer};

} // namespace core::releases
