#include "core/releases/lost_labels.hpp"
#include "core/releases/removed_objects.hpp"
#include "core/releases/upgrade_guard.hpp"

#include <fmt/format.h>

#include <utility>

namespace core::releases {

namespace {

objection objection_to_adoption(const planned_upgrade& x, const std::vector<manifest_object>& objects) {
  return {fmt::format("release '{}', revision {}, was made by another client, for example by `helm install`, and the "
                      "chart of module '{}' does not have all of its objects: an upgrade would delete {}",
                      x.release, x.last->revision, x.release, words_of_objects(objects)),
          fmt::format("If the release is to be the module's, run `kubectl -n {} label {} {} {}=true`, and the upgrade "
                      "follows at once; else give the directory of the module another name",
                      x.namespace_name, name(x.storage), release_secret_name(x.last->name, x.last->revision),
                      module_adopt_label)};
}

/// @param effect `delete web/ConfigMap/a`
objection objection_to_unlabelled(const planned_upgrade& x, const std::string& effect) {
  return {
    fmt::format("release '{}', revision {}, was made by an operator, but its record has no label of an operator: "
                "an admission policy may have removed them, so it is not known where the values of the revision "
                "came from, and an upgrade would {}",
                x.release, x.last->revision, effect),
    fmt::format("Exempt {}s with the label `owner=helm` from the policy, because it would remove any label; bring "
                "back what is missing; or, if the release is to be as the module is now, run `kubectl -n {} label "
                "{} {} {}=true`",
                x.storage == release_storage::secrets ? "Secret" : "ConfigMap", x.namespace_name, name(x.storage),
                release_secret_name(x.last->name, x.last->revision), module_adopt_label)};
}

/// A revision of an operator without its labels may have had all sources of values.
guard_answer_type answer_unlabelled(const planned_upgrade& x) {
  const auto objects = objects_without(*x.released, *x.rendered);
  if (!objects.empty())
    return guard_answer::hold{objection_to_unlabelled(x, "delete " + words_of_objects(objects)), true};
  if (!x.is_content_changed) return guard_answer::pass{};
  if (!x.values_before) return guard_answer::ask{upgrade_fact::values_before};
  const auto reset = words_of_reset_values(*x.values_before, x.values);
  if (reset.empty()) return guard_answer::pass{};
  return guard_answer::hold{objection_to_unlabelled(x, "reset " + reset), true};
}

/// Holds an upgrade that would delete objects of a release that no operator has made: a user may have
/// installed it for another purpose under the same name.
guard_answer_type answer(const planned_upgrade& x) {
  if (!x.last || !x.is_foreign || x.last->status == release_status::uninstalled || x.last->label(module_adopt_label))
    return guard_answer::pass{};
  if (!x.rendered) return guard_answer::ask{upgrade_fact::rendered};
  if (!x.released && !x.is_record_read) return guard_answer::ask{upgrade_fact::record};
  // Helm cannot read the record either, so it removes no objects.
  if (!x.released) return guard_answer::pass{};
  if (has_lost_labels(*x.last, x.before.modules)) return answer_unlabelled(x);
  const auto objects = objects_without(*x.released, *x.rendered);
  if (objects.empty()) return guard_answer::pass{};
  return guard_answer::hold{objection_to_adoption(x, objects), true};
}

} // namespace

const upgrade_guard adoption_guard{
  "foreign", "would objects go from a release that no operator has made, or that has lost its labels?", answer};

} // namespace core::releases
