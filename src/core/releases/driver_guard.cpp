#include "core/releases/upgrade_guard.hpp"

#include <fmt/format.h>

namespace core::releases {

namespace {

objection objection_to(const planned_upgrade& x) {
  const bool is_secrets = x.storage == release_storage::secrets;
  return {
    fmt::format("Helm would make a first revision of release '{}', because no {} has a record of it, and there is "
                "a record in the other kind: {}. All that the operator knows about the release stands there",
                x.release, is_secrets ? "Secret" : "ConfigMap", *x.other_record),
    fmt::format("Give the option --helm-driver {} (or HELM_DRIVER) and restart the operator; or, if this record "
                "is old, delete it",
                name(is_secrets ? release_storage::config_maps : release_storage::secrets))};
}

/// Holds a first revision while Helm's other driver has records of the release: `--helm-driver` was lost, so
/// the records are out of sight, and all guards would begin without them.
guard_answer_type answer(const planned_upgrade& x) {
  if (x.last) return guard_answer::pass{};
  if (!x.other_record) return guard_answer::ask{upgrade_fact::other_record};
  if (x.other_record->empty()) return guard_answer::pass{};
  return guard_answer::hold{objection_to(x)};
}

} // namespace

const upgrade_guard driver_guard{"driver", "are there records of the release that `--helm-driver` does not show?",
                                 answer};

} // namespace core::releases
