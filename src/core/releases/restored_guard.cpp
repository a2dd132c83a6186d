#include "core/releases/lost_labels.hpp"
#include "core/releases/removed_objects.hpp"
#include "core/releases/upgrade_guard.hpp"

#include <fmt/format.h>

namespace core::releases {

namespace {

/// @param effect `delete web/ConfigMap/a`
objection objection_to(const planned_upgrade& x, const other_place& place, const std::string& effect) {
  const auto record = release_secret_name(x.last->name, x.last->revision);
  const auto take_away =
    fmt::format("`kubectl -n {} label {} {} {}-`", x.namespace_name, name(x.storage), record, place.label);
  if (place.label == module_config_map_uid_label)
    return {fmt::format("release '{}', revision {}, {}, and an upgrade would {}: the new ConfigMap may have its first "
                        "content, without later edits",
                        x.release, x.last->revision, place.reason, effect),
            fmt::format("Bring the values back (`helm -n {0} get values {1} --revision {2}` shows the former values); "
                        "or, if the release is to be as the ConfigMap is now, run {3}",
                        x.namespace_name, x.release, x.last->revision, take_away)};
  return {fmt::format("release '{}', revision {}, {}, and an upgrade would {}: objects that hooks and templates look "
                      "for may be restored later",
                      x.release, x.last->revision, place.reason, effect),
          fmt::format("When the restore is complete, run {} (all releases: `kubectl -n {} label {} -l owner=helm "
                      "{}-`) and restart the operator",
                      take_away, x.namespace_name, name(x.storage), place.label)};
}

/// Holds an upgrade that would delete objects or reset values of a release from another place: a restore
/// brings objects back one by one, and an object that comes later seems to be absent.
guard_answer_type answer(const planned_upgrade& x) {
  if (!x.last || x.last->status == release_status::uninstalled) return guard_answer::pass{};
  // A release of an earlier version does not name its place.
  if (!other_place_of(*x.last, x.place)) return guard_answer::pass{};
  if (!x.rendered) return guard_answer::ask{upgrade_fact::rendered};
  if (!x.released && !x.is_record_read) return guard_answer::ask{upgrade_fact::record};
  if (!x.released) return guard_answer::pass{};
  const auto objects = objects_without(*x.released, *x.rendered);
  if (objects.empty() && !x.is_content_changed) return guard_answer::pass{};
  // Only a loss is worth the requests.
  if (!x.is_place_read) return guard_answer::ask{upgrade_fact::place};
  const auto place = other_place_of(*x.last, x.place);
  if (!place) return guard_answer::pass{};
  if (!objects.empty()) return guard_answer::hold{objection_to(x, *place, "delete " + words_of_objects(objects)), true};
  if (!x.values_before) return guard_answer::ask{upgrade_fact::values_before};
  // A user may well write other values into a new ConfigMap.
  const auto reset = place->label == module_config_map_uid_label ? words_of_gone_values(*x.values_before, x.values)
                                                                 : words_of_reset_values(*x.values_before, x.values);
  if (reset.empty()) return guard_answer::pass{};
  return guard_answer::hold{objection_to(x, *place, "reset " + reset), true};
}

} // namespace

const upgrade_guard restored_guard{
  "restored", "would objects or values go from a release of another cluster, or of an earlier ConfigMap?", answer};

} // namespace core::releases
