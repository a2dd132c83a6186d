#include "core/releases/removed_objects.hpp"
#include "core/releases/upgrade_effect.hpp"
#include "core/releases/upgrade_guard.hpp"

#include <variant>

namespace core::releases {

namespace {

/// Puts off an upgrade that would remove objects while events wait for a hook whose values the chart gets: an
/// event may say that the object behind such a value is back.
guard_answer_type answer(const planned_upgrade& x) {
  if (x.hooks_with_events.empty() || !x.last || x.last->status == release_status::uninstalled)
    return guard_answer::pass{};
  if (is_made_from(*x.last, x.confirmed_inputs, x.inputs_digest, stability(x.chart))) return guard_answer::pass{};
  if (!x.released && !x.is_record_read) return guard_answer::ask{upgrade_fact::record};
  // Helm cannot read the record either, so it removes no object.
  if (!x.released) return guard_answer::pass{};
  const auto effect = effect_of_upgrade(x);
  if (const auto* missing = std::get_if<guard_answer::ask>(&effect)) return *missing;
  const auto& objects = std::get<upgrade_effect>(effect).removed;
  if (objects.empty()) return guard_answer::pass{};
  return guard_answer::put_off{"it would remove " + words_of_objects(objects) + ", and events wait for "
                               + x.hooks_with_events};
}

} // namespace

const upgrade_guard waiting_events_guard{
  "events", "would objects go while an event waits for a hook of the module, or for a global hook?", answer};

} // namespace core::releases
