#include "core/releases/removed_objects.hpp"
#include "core/releases/upgrade_guard.hpp"

#include <algorithm>
#include <utility>

namespace core::releases {

namespace {

/// Puts off an upgrade that would remove objects while events wait for a hook whose values the chart gets: an
/// event may say that the object behind such a value is back.
guard_answer_type answer(const planned_upgrade& x) {
  if (x.hooks_with_events.empty() || !x.last || x.last->status == release_status::uninstalled)
    return guard_answer::pass{};
  if (is_made_from(*x.last, x.confirmed_inputs, x.inputs_digest, stability(x.chart))) return guard_answer::pass{};
  if (!x.rendered) return guard_answer::ask{upgrade_fact::rendered};
  if (!x.released && !x.is_record_read) return guard_answer::ask{upgrade_fact::record};
  if (!x.released) return guard_answer::pass{};
  // After a failed revision Helm compares with the deployed revision.
  if (!x.compared) return guard_answer::ask{upgrade_fact::compared};
  if (*x.compared == nullptr) return guard_answer::pass{};
  auto objects = objects_without(**x.compared, *x.rendered);
  std::erase_if(objects, [&](const auto& object) {
    return std::any_of(x.handed_over.begin(), x.handed_over.end(), [&](const auto& y) { return y.object == object; });
  });
  if (objects.empty()) return guard_answer::pass{};
  return guard_answer::put_off{"it would remove " + words_of_objects(objects) + ", and events wait for "
                               + x.hooks_with_events};
}

} // namespace

const upgrade_guard waiting_events_guard{
  "events", "would objects go while an event waits for a hook of the module, or for a global hook?", answer};

} // namespace core::releases
