#include "core/releases/upgrade_guard.hpp"

#include <fmt/format.h>

#include <utility>

namespace core::releases {

namespace {

objection objection_to(const planned_upgrade& x) {
  const auto& first = x.in_other_versions->front();
  const auto more = x.in_other_versions->size() - 1;
  return {fmt::format("the chart does not have {}{} any more, which revision {} has as {}, and the API server serves "
                      "the kind as {} only: Helm can neither find nor delete it, and each try would leave a failed "
                      "revision",
                      describe(first.object), more == 0 ? "" : fmt::format(" and {} more", more), x.last->revision,
                      first.object.api_version, first.served_as),
          fmt::format("Name {} in the chart (a template may ask `.Capabilities.APIVersions.Has`); or, if it is to go, "
                      "delete it by hand (`kubectl{} delete {} {}`). Helm's record keeps the old version: if the "
                      "release fails then, see docs/helm.md, \"What fails\"",
                      first.served_as, first.object.namespace_name.empty() ? "" : " -n " + first.object.namespace_name,
                      first.object.kind, first.object.name)};
}

/// Holds an upgrade that would fail for ever, because the former revision has objects in a version that the
/// API server no longer serves, and the chart has left them out. If the chart has them in another version,
/// Helm fails as well, and `upgrade_failure` names the record.
guard_answer_type answer(const planned_upgrade& x) {
  if (!x.last || x.last->status == release_status::uninstalled) return guard_answer::pass{};
  if (is_made_from(*x.last, x.confirmed_inputs, x.inputs_digest, stability(x.chart))) return guard_answer::pass{};
  if (!x.rendered) return guard_answer::ask{upgrade_fact::rendered};
  if (!x.compared) return guard_answer::ask{upgrade_fact::compared};
  if (*x.compared == nullptr) return guard_answer::pass{};
  if (!x.in_other_versions) return guard_answer::ask{upgrade_fact::in_other_versions};
  if (x.in_other_versions->empty()) return guard_answer::pass{};
  auto why = objection_to(x);
  if (x.last->status == release_status::deployed) return guard_answer::hold{std::move(why), false, true};
  // After a failed revision another run would be requested at once, so this run fails and is tried again.
  return guard_answer::refuse{{base::error_code::conflict, describe(why)}};
}

} // namespace

const upgrade_guard served_versions_guard{
  "versions", "would Helm look for an object in a version that the API server does not serve?", answer};

} // namespace core::releases
