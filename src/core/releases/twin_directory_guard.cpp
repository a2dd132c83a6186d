#include "core/releases/upgrade_effect.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace core::releases {

namespace {

/// Holds an upgrade that would remove or change objects while two directories beside each other have the name
/// of the module: the first of them counts, and may be an older copy that a renumbering has left.
guard_answer_type answer(const planned_upgrade& x) {
  if (!has_own_revision(x) || x.twins.empty()) return guard_answer::pass{};
  if (!x.is_record_read) return guard_answer::ask{upgrade_fact::record};
  if (!x.released) return guard_answer::pass{};
  const auto effect = effect_of_upgrade(x);
  if (const auto* missing = std::get_if<guard_answer::ask>(&effect)) return *missing;
  const auto& known = std::get<upgrade_effect>(effect);
  if (known.empty()) return guard_answer::pass{};
  return guard_answer::hold{
    {fmt::format("helm would {}, which stays as it is, revision {}: the chart comes from {}, and {} has the same "
                 "module name",
                 describe(known), x.last->revision, x.directory, fmt::join(x.twins, ", ")),
     "Remove the directory that is no more to count, and restart the operator"}};
}

} // namespace

const upgrade_guard twin_directory_guard{
  "twin directories", "would objects go or change while two directories have the name of the module?", answer};

} // namespace core::releases
