#include "core/releases/removed_objects.hpp"
#include "core/releases/shared_objects.hpp"
#include "core/releases/upgrade_guard.hpp"

namespace core::releases {

namespace {

/// Finds objects that the upgrade would delete although the chart of another module has them, too. Helm
/// deletes an object with the release that has written it last. So these objects are handed over to the other
/// release before the upgrade.
guard_answer_type answer(const planned_upgrade& x) {
  if (!x.last || x.last->status == release_status::uninstalled) return guard_answer::pass{};
  const bool is_deployed = x.last->status == release_status::deployed;
  if (is_deployed && is_made_from(*x.last, x.confirmed_inputs, x.inputs_digest, stability(x.chart)))
    return guard_answer::pass{};
  if (!x.rendered) return guard_answer::ask{upgrade_fact::rendered};
  if (!x.released && !x.is_record_read) return guard_answer::ask{upgrade_fact::record};
  // Helm cannot read the record either, so it removes no objects.
  if (!x.released) return guard_answer::pass{};
  if (!x.compared) return guard_answer::ask{upgrade_fact::compared};
  if (*x.compared == nullptr) return guard_answer::pass{};
  const auto objects = objects_without(**x.compared, *x.rendered);
  if (objects.empty()) return guard_answer::pass{};
  if (!x.others) return guard_answer::ask{upgrade_fact::others};
  return guard_answer::pass{.handed_over = shared_with(objects, *x.others)};
}

} // namespace

const upgrade_guard shared_objects_guard{"shared", "would an object go that another module has, too?", answer};

} // namespace core::releases
