#include "core/releases/bearing_objects.hpp"
#include "core/releases/scaled_sets.hpp"
#include "core/releases/upgrade_effect.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace core::releases {

namespace {

objection objection_to(const planned_upgrade& x) {
  return {fmt::format("helm would take replicas from {}, whose claims and volumes go with the Pods (whenScaled: "
                      "Delete), and users have written nothing else than before: the release stays as it is, revision "
                      "{}",
                      words_of_scaled(*x.scaled), x.last->revision),
          fmt::format("Bring back the former value; or, if volumes are to go: write the number of replicas into the "
                      "ConfigMap, or, if it is there already: kubectl -n {} label {} {} {}={}",
                      x.namespace_name, name(x.storage), release_secret_name(x.last->name, x.last->revision),
                      gives_up_label, x.last->revision)};
}

bool has_sets(const std::vector<manifest_object>& objects) {
  return std::any_of(objects.begin(), objects.end(), is_stateful_set);
}

/// Holds an upgrade that would delete volumes because a StatefulSet gets fewer replicas: a hook has counted
/// less, or a key is absent. A user who writes the difference decides about the volumes, too.
guard_answer_type answer(const planned_upgrade& x) {
  if (!has_own_revision(x) || !x.standing) return guard_answer::pass{};
  if (!x.is_record_read) return guard_answer::ask{upgrade_fact::record};
  // Helm cannot read the record either, so the former number is not known.
  if (!x.released || x.last->label(gives_up_label) == std::to_string(x.last->revision)) return guard_answer::pass{};
  if (!has_sets(*x.released)) return guard_answer::pass{};
  const auto effect = effect_of_upgrade(x);
  if (const auto* missing = std::get_if<guard_answer::ask>(&effect)) return *missing;
  if (std::get<upgrade_effect>(effect).empty() || !has_sets(*x.rendered)) return guard_answer::pass{};
  if (!x.scaled) return guard_answer::ask{upgrade_fact::scaled};
  if (x.scaled->empty()) return guard_answer::pass{};
  return guard_answer::hold{objection_to(x), true};
}

} // namespace

const upgrade_guard scaled_sets_guard{"scaled sets", "would volumes go with replicas of a StatefulSet?", answer};

} // namespace core::releases
