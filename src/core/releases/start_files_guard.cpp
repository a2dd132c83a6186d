#include "core/releases/removed_objects.hpp"
#include "core/releases/start_files.hpp"
#include "core/releases/upgrade_effect.hpp"

#include <fmt/format.h>

namespace core::releases {

namespace {

/// Holds an upgrade that would remove objects while files of the module differ from the files that the
/// operator read when it started: the chart is read before each upgrade, so the values may belong to an
/// older state of the same repository.
guard_answer_type answer(const planned_upgrade& x) {
  if (!has_own_revision(x)) return guard_answer::pass{};
  // A look at the files costs less than a rendering, and almost always ends the question.
  if (!x.changed_since_start) return guard_answer::ask{upgrade_fact::changed_since_start};
  if (x.changed_since_start->empty()) return guard_answer::pass{};
  if (!x.is_record_read) return guard_answer::ask{upgrade_fact::record};
  // Helm cannot read the record either, so it removes no object.
  if (!x.released) return guard_answer::pass{};
  const auto effect = effect_of_upgrade(x);
  if (const auto* missing = std::get_if<guard_answer::ask>(&effect)) return *missing;
  const auto& removed = std::get<upgrade_effect>(effect).removed;
  if (removed.empty()) return guard_answer::pass{};
  return guard_answer::hold{
    {fmt::format("helm would remove {} from the release, which stays as it is, revision {}: the chart is read before "
                 "each upgrade, but these files, which the operator reads only when it starts, have changed since: {}",
                 words_of_objects(removed), x.last->revision, words_of_files(*x.changed_since_start)),
     "Restart the operator, so that it reads them; or bring their former content back"}};
}

} // namespace

const upgrade_guard start_files_guard{
  "files of the start", "would objects go while files that the operator reads only at its start have changed since?",
  answer};

} // namespace core::releases
