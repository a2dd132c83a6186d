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

/// Holds an upgrade that would delete objects of a release that no operator has made: a user may have
/// installed it for another purpose under the same name.
guard_answer_type answer(const planned_upgrade& x) {
  if (!x.last || !x.is_foreign || x.last->status == release_status::uninstalled || x.last->label(module_adopt_label))
    return guard_answer::pass{};
  if (!x.rendered) return guard_answer::ask{upgrade_fact::rendered};
  if (!x.released && !x.is_record_read) return guard_answer::ask{upgrade_fact::record};
  // Helm cannot read the record either, so it removes no objects.
  if (!x.released) return guard_answer::pass{};
  const auto objects = objects_without(*x.released, *x.rendered);
  if (objects.empty()) return guard_answer::pass{};
  return guard_answer::hold{objection_to_adoption(x, objects), true};
}

} // namespace

const upgrade_guard foreign_guard{"foreign", "would objects go from a release that no operator has made?", answer};

} // namespace core::releases
