#include "core/releases/upgrade_guard.hpp"

#include <fmt/format.h>

namespace core::releases {

namespace {

objection objection_to(const planned_upgrade& x) {
  return {fmt::format("Helm would make a first revision of release '{}' over its objects, because it does not find the "
                      "records of the release, which have lost the labels that Helm looks for: {}. All that the "
                      "operator knows about the release stands there",
                      x.release, words_of_hidden_records(*x.hidden_records, x.storage)),
          fmt::format("Give the labels back (`{}`), and the module runs again at once; a client that writes these "
                      "labels on everything must leave out Helm's records (for Secrets type helm.sh/release.v1). Only "
                      "if the release has gone for good and these records are left over, delete them and run "
                      "`addon-operator module run {}`",
                      command_to_show(*x.hidden_records, x.namespace_name, x.storage), x.release)};
}

/// Holds a first revision beside records that are there and that Helm does not find: the guards, too, would
/// begin without them.
guard_answer_type answer(const planned_upgrade& x) {
  if (x.last) return guard_answer::pass{};
  if (!x.hidden_records) return guard_answer::ask{upgrade_fact::hidden_records};
  if (x.hidden_records->empty()) return guard_answer::pass{};
  return guard_answer::hold{objection_to(x), true};
}

} // namespace

const upgrade_guard hidden_records_guard{"hidden records", "are there records of the release without Helm's labels?",
                                         answer};

} // namespace core::releases
