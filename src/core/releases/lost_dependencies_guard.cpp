#include "core/releases/bearing_objects.hpp"
#include "core/releases/upgrade_effect.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace core::releases {

namespace {

objection objection_to(const planned_upgrade& x, const upgrade_effect& effect) {
  return {fmt::format("helm would {}, which stays as it is, revision {}: Chart.yaml in {} does not name these "
                      "dependencies any more, while the charts are there and the version is the same: {}",
                      describe(effect), x.last->revision, x.directory, fmt::join(*x.unnamed_dependencies, ", ")),
          fmt::format("Bring them back to `dependencies`; or, if it is meant so, give the chart another version, or: "
                      "kubectl -n {} label {} {} {}={}",
                      x.namespace_name, name(x.storage), release_secret_name(x.last->name, x.last->revision),
                      gives_up_label, x.last->revision)};
}

bool has_charts(const std::vector<std::string>& files) {
  return std::any_of(files.begin(), files.end(), [](const auto& path) { return path.starts_with("charts/"); });
}

/// Holds an upgrade that would remove or change objects because Chart.yaml has lost dependencies of charts
/// that are still there: without its alias, its condition or its imports such a chart makes other objects.
guard_answer_type answer(const planned_upgrade& x) {
  if (!has_own_revision(x) || !has_charts(x.files)) return guard_answer::pass{};
  if (x.last->label(gives_up_label) == std::to_string(x.last->revision)) return guard_answer::pass{};
  if (!x.is_record_read) return guard_answer::ask{upgrade_fact::record};
  // Helm cannot read the record either, so it removes no objects.
  if (!x.released) return guard_answer::pass{};
  const auto effect = effect_of_upgrade(x);
  if (const auto* missing = std::get_if<guard_answer::ask>(&effect)) return *missing;
  const auto& known = std::get<upgrade_effect>(effect);
  if (known.empty()) return guard_answer::pass{};
  if (!x.unnamed_dependencies) return guard_answer::ask{upgrade_fact::unnamed_dependencies};
  if (x.unnamed_dependencies->empty()) return guard_answer::pass{};
  return guard_answer::hold{objection_to(x, known), true};
}

} // namespace

const upgrade_guard lost_dependencies_guard{
  "dependencies", "would objects go or change because Chart.yaml has lost dependencies?", answer};

} // namespace core::releases
