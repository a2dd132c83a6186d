#include "base/contains.hpp"
#include "core/releases/bearing_objects.hpp"
#include "core/releases/upgrade_guard.hpp"

#include <fmt/format.h>

#include <string>
#include <vector>

namespace core::releases {

namespace {

objection objection_to(const planned_upgrade& x, const std::vector<manifest_object>& bearing) {
  const auto& first = bearing.front();
  return {fmt::format("helm would remove {} from the release, which stays as it is, revision {}: these objects go "
                      "with it for good, and no later upgrade brings them back",
                      words_of_bearing(bearing), x.last->revision),
          fmt::format("Bring it back to the chart or its values; or, to leave it in the cluster without the release, "
                      "run `kubectl annotate {} {} helm.sh/resource-policy=keep` and let the module run; or, if all of "
                      "it is to go: kubectl -n {} label {} {} {}={}",
                      first.kind, first.name, x.namespace_name, name(x.storage),
                      release_secret_name(x.last->name, x.last->revision), gives_up_label, x.last->revision)};
}

/// Holds an upgrade that would delete a Namespace, a CustomResourceDefinition, a PersistentVolumeClaim, or a
/// StatefulSet with the claims of its Pods: objects or data of users are deleted with it, and no chart brings
/// them back. Asks `lost_values_guard` first: that guard knows the objects that go, and may name a nearer
/// reason.
guard_answer_type answer(const planned_upgrade& x) {
  auto before = lost_values_guard.answer(x);
  const auto* pass = std::get_if<guard_answer::pass>(&before);
  if (pass == nullptr) return before;
  auto bearing = possibly_bearing_objects(pass->removed);
  if (bearing.empty() || x.last->label(gives_up_label) == std::to_string(x.last->revision)) return guard_answer::pass{};
  if (!x.deletable) return guard_answer::ask{upgrade_fact::deletable};
  // A user has deleted it, or keeps it, or no claims go with it.
  std::erase_if(bearing, [&](const auto& object) { return !base::contains(*x.deletable, object); });
  if (bearing.empty()) return guard_answer::pass{};
  return guard_answer::hold{objection_to(x, bearing), true};
}

} // namespace

const upgrade_guard bearing_objects_guard{"bearing objects", "would objects of users go with an object?", answer};

} // namespace core::releases
