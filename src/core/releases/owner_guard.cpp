#include "core/releases/object_owner.hpp"
#include "core/releases/upgrade_guard.hpp"

#include <utility>

namespace core::releases {

namespace {

/// Objects that Helm would delete although another release has taken them over. The Helm that stays checks
/// the owner of an object before it deletes the object; a helm that is started for each task does so for
/// uninstallations only, and an old helm never.
guard_answer_type answer(const planned_upgrade& x) {
  if (!x.last || x.last->status == release_status::uninstalled) return guard_answer::pass{};
  const bool is_deployed = x.last->status == release_status::deployed;
  // Behind a failed revision Helm compares with the deployed revision, which other inputs may have made.
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
  // After a failed revision the run is wanted again at once, so it fails and waits like other failures.
  return guard_answer::refuse{{base::error_code::conflict, describe(why)}};
}

} // namespace

const upgrade_guard owner_guard{"owners", "does another release own an object that helm would delete?", answer};

} // namespace core::releases
