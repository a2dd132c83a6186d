#include "base/contains.hpp"
#include "core/releases/bearing_objects.hpp"
#include "core/releases/upgrade_guard.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace core::releases {

namespace {

objection objection_to(const planned_upgrade& x, const std::vector<claimed_object>& claimed) {
  const auto& first = claimed.front().object;
  return {
    fmt::format("helm would delete objects that another client manages by server-side apply, so the release stays "
                "as it is, revision {}: {}",
                x.last->revision, words_of_claims(claimed)),
    fmt::format("If they were handed over, leave them in the cluster: `kubectl{} annotate {} {} "
                "helm.sh/resource-policy=keep`, and let the module run; or, if all of it is to go: kubectl -n {} "
                "label {} {} {}={}",
                first.namespace_name.empty() ? "" : " -n " + first.namespace_name, first.kind, first.name,
                x.namespace_name, name(x.storage), release_secret_name(x.last->name, x.last->revision), gives_up_label,
                x.last->revision)};
}

/// Holds an upgrade that would delete objects that were handed over to another client. Asks
/// `lost_values_guard` first, which knows the objects that go and may name a nearer reason.
guard_answer_type answer(const planned_upgrade& x) {
  auto before = lost_values_guard.answer(x);
  const auto* pass = std::get_if<guard_answer::pass>(&before);
  if (pass == nullptr) return before;
  if (pass->removed.empty() || x.last->label(gives_up_label) == std::to_string(x.last->revision))
    return guard_answer::pass{};
  if (!x.claimed) return guard_answer::ask{upgrade_fact::claimed};
  auto claimed = *x.claimed;
  std::erase_if(claimed, [&](const auto& y) { return !base::contains(pass->removed, y.object); });
  if (claimed.empty()) return guard_answer::pass{};
  return guard_answer::hold{objection_to(x, claimed), true};
}

} // namespace

const upgrade_guard server_side_apply_guard{"claims", "would objects go that another client has applied?", answer};

} // namespace core::releases
