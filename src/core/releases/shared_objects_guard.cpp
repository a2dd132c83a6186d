#include "core/releases/removed_objects.hpp"
#include "core/releases/shared_objects.hpp"
#include "core/releases/upgrade_guard.hpp"

#include <utility>

namespace core::releases {

namespace {

/// Finds objects that the upgrade would delete although another module has them, too: in its release, or only
/// in its templates, because a new image has moved them there and that module runs later, fails or is off.
/// Helm deletes an object with the release that has written it last. So these objects are handed over to the
/// other module before the upgrade.
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
  auto shared = shared_with(objects, *x.others);
  const auto rest = without_shared(objects, shared);
  if (rest.empty()) return guard_answer::pass{.handed_over = std::move(shared)};
  if (!x.in_templates) return guard_answer::ask{upgrade_fact::in_templates};
  shared.insert(shared.end(), x.in_templates->begin(), x.in_templates->end());
  return guard_answer::pass{.handed_over = std::move(shared)};
}

} // namespace

const upgrade_guard shared_objects_guard{
  "shared", "would an object go that another module has in its release or in its templates, too?", answer};

} // namespace core::releases
