#include "core/releases/removed_objects.hpp"
#include "core/releases/upgrade_guard.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace core::releases {

namespace {

/// Holds an upgrade that would remove or change objects while two directories beside each other have the name
/// of the module: the first of them counts, and may be an older copy that a renumbering has left.
guard_answer_type answer(const planned_upgrade& x) {
  const bool is_guarded = x.last && is_own(*x.last, x.platform) && x.last->status != release_status::uninstalled;
  if (!is_guarded || x.twins.empty()) return guard_answer::pass{};
  if (!x.is_record_read) return guard_answer::ask{upgrade_fact::record};
  if (!x.released) return guard_answer::pass{};
  if (!x.rendered) return guard_answer::ask{upgrade_fact::rendered};
  if (!x.compared) return guard_answer::ask{upgrade_fact::compared};
  if (*x.compared == nullptr) return guard_answer::pass{};
  const auto objects = objects_without(**x.compared, *x.rendered);
  if (objects.empty() && !x.is_content_changed) return guard_answer::pass{};
  const auto effect = objects.empty() ? std::string("change objects of the release")
                                      : fmt::format("remove {} from the release", words_of_objects(objects));
  return guard_answer::hold{
    {fmt::format("helm would {}, which stays as it is, revision {}: the chart comes from {}, and {} has the same "
                 "module name",
                 effect, x.last->revision, x.directory, fmt::join(x.twins, ", ")),
     "Remove the directory that is no more to count, and restart the operator"}};
}

} // namespace

const upgrade_guard twin_directory_guard{
  "twin directories", "would objects go or change while two directories have the name of the module?", answer};

} // namespace core::releases
