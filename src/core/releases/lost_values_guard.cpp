#include "core/releases/lost_value_sources.hpp"
#include "core/releases/removed_objects.hpp"
#include "core/releases/reset_values.hpp"
#include "core/releases/upgrade_guard.hpp"

#include <algorithm>
#include <utility>

namespace core::releases {

namespace {

/// Whether it is intended that the chart renders to no objects. If the values have changed while the operator
/// was running, a user wants this. If the values are the same, files or answers of the cluster were lost.
bool is_emptiness_meant(const planned_upgrade& x) {
  return x.have_values_changed ? *x.have_values_changed : is_emptiness_meant(*x.last, *x.standing);
}

/// The labels that note a user's or hook's removal of values before the upgrade. If the upgrade fails or does
/// not begin, the old revision stays, and after a restart the removal would look like a loss.
std::map<std::string, std::string> wish_of(const planned_upgrade& x) {
  return has_wish(*x.last, *x.standing) ? value_labels_due(*x.last, *x.standing) : std::map<std::string, std::string>{};
}

/// True if objects are, or may be, removed or exposed because of lost modules.
bool go_with_modules(const held_upgrade& x, const objects_ptr& rendered_with_lost) {
  // If the chart cannot be rendered with these modules, the answer is not known, and true is returned.
  return !rendered_with_lost || objects_without(x.objects, *rendered_with_lost).size() < x.objects.size()
         || objects_also_in(x.exposed, *rendered_with_lost).size() < x.exposed.size();
}

/// Guards the objects that an upgrade would remove. If they may be removed by mistake, the upgrade is held
/// until a user confirms; otherwise they are logged first. So before each upgrade of a release its chart is
/// rendered, unless the rendering is known or the same inputs have made the last revision.
guard_answer_type answer(const planned_upgrade& x) {
  if (!x.last || x.last->status == release_status::uninstalled) return guard_answer::pass{};
  if (is_made_from(*x.last, x.confirmed_inputs, x.inputs_digest, stability(x.chart))) return guard_answer::pass{};
  if (!x.rendered) return guard_answer::ask{upgrade_fact::rendered};
  // Another Helm may have created this revision since the chart was rendered.
  if (!x.released && !x.is_record_read) return guard_answer::ask{upgrade_fact::record};
  // Helm cannot read the record either, so it removes no objects.
  if (!x.released) return guard_answer::pass{};
  // After a failed revision Helm compares with the deployed revision, and leaves objects of the failed one.
  if (!x.compared) return guard_answer::ask{upgrade_fact::compared};
  if (*x.compared == nullptr) return guard_answer::pass{};
  auto objects = objects_without(**x.compared, *x.rendered);
  // Objects that were handed over stay, as objects of the other release.
  std::erase_if(objects, [&](const auto& object) {
    return std::any_of(x.handed_over.begin(), x.handed_over.end(), [&](const auto& y) { return y.object == object; });
  });
  if (!x.standing || !is_own(*x.last, x.platform)) return guard_answer::pass{.removed = std::move(objects)};
  held_upgrade held{.release = x.release,
                    .revision = x.last->revision,
                    .directory = x.directory,
                    .lost = lost_sources(*x.last, *x.standing),
                    .hooks = lost_hooks(*x.last, *x.standing),
                    .modules = lost_modules(x.before.modules, *x.standing),
                    .globals = lost_globals(*x.last, *x.standing),
                    .config_map_before = other_config_map_of(*x.last, x.platform),
                    .objects = objects,
                    .exposed = objects_also_in(x.kept, *x.rendered),
                    .now = *x.standing,
                    .names_hooks = names_hooks(*x.last),
                    .namespace_name = x.namespace_name,
                    .storage = x.storage};
  const bool any_goes = !objects.empty() || !held.exposed.empty();
  if (const auto unflagged = without_flag(held.modules); any_goes && !unflagged.empty()) {
    if (!x.rendered_with_lost) return guard_answer::ask{upgrade_fact::rendered_with_lost};
    if (!go_with_modules(held, *x.rendered_with_lost))
      std::erase_if(held.modules, [&](const auto& module) { return unflagged.contains(module.first); });
  }
  if (any_goes && !x.standing->blank_values.empty()) {
    if (!x.values_before) return guard_answer::ask{upgrade_fact::values_before};
    held.blank = values::filled_before(x.standing->blank_values, *x.values_before);
  }
  if ((any_goes || x.is_content_changed) && names_hook_keys(*x.last)) {
    if (!x.values_before) return guard_answer::ask{upgrade_fact::values_before};
    held.keys = lost_keys(*x.last, x.standing->hook_keys, *x.values_before);
  }
  const bool has_lost = !held.keys.empty() || !held.lost.empty() || !held.globals.empty() || !held.hooks.empty()
                        || !held.modules.empty() || !held.config_map_before.empty() || !held.blank.empty();
  const bool is_emptied = x.rendered->empty() && !is_emptiness_meant(x);
  if (any_goes && (has_lost || is_emptied)) return guard_answer::hold{objection_to(held), true};
  if (x.is_content_changed && names_hooks(*x.last) && would_reset(held))
    return guard_answer::hold{objection_to_reset(std::move(held)), true};
  return guard_answer::pass{std::move(objects), wish_of(x)};
}

} // namespace

const upgrade_guard lost_values_guard{
  "values", "would objects go, or lose `helm.sh/resource-policy`, because a source of values is missing?", answer};

} // namespace core::releases
