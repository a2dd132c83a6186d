#include "core/releases/modules_directory.hpp"
#include "core/releases/removed_objects.hpp"
#include "core/releases/upgrade_effect.hpp"

#include <fmt/format.h>

namespace core::releases {

namespace {

objection objection_to(const planned_upgrade& x, const std::string& before,
                       const std::vector<manifest_object>& removed) {
  return {fmt::format("helm would remove {} from the release, which stays as it is, revision {}: its chart came from "
                      "directory of modules {}, and comes from {} now",
                      words_of_objects(removed), x.last->revision, before, x.directory),
          fmt::format("Bring the module back there and restart the operator; or, if the objects are to go: kubectl "
                      "-n {} label {} {} {}-",
                      x.namespace_name, name(x.storage), release_secret_name(x.last->name, x.last->revision),
                      modules_directory_label)};
}

/// A module of the same name in another directory of modules takes the place of a module that has gone, for
/// example if the first of two directories is an overlay and is not mounted.
guard_answer_type answer(const planned_upgrade& x) {
  if (!has_own_revision(x)) return guard_answer::pass{};
  const auto before = former_modules_directory(*x.last, x.platform.modules_dirs, x.directory);
  if (!before) return guard_answer::pass{};
  if (!x.is_record_read) return guard_answer::ask{upgrade_fact::record};
  // Helm cannot read the record either, so it removes no object.
  if (!x.released) return guard_answer::pass{};
  if (!x.rendered) return guard_answer::ask{upgrade_fact::rendered};
  const auto removed = objects_without(*x.released, *x.rendered);
  if (removed.empty()) return guard_answer::pass{};
  return guard_answer::hold{objection_to(x, *before, removed), true};
}

} // namespace

const upgrade_guard modules_directory_guard{
  "directory of modules", "would objects go because the module comes from another directory?", answer};

} // namespace core::releases
