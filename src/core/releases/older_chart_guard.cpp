#include "core/releases/bearing_objects.hpp"
#include "core/releases/chart_directories.hpp"
#include "core/releases/chart_version.hpp"
#include "core/releases/removed_objects.hpp"
#include "core/releases/upgrade_effect.hpp"

#include <fmt/format.h>

#include <string>
#include <string_view>
#include <vector>

namespace core::releases {

namespace {

objection objection_to(const planned_upgrade& x, const std::vector<manifest_object>& removed) {
  return {fmt::format("helm would remove {} from the release, which stays as it is, revision {}: the chart in {} has "
                      "version {}, which is older than version {} of that revision, as in an older image",
                      words_of_objects(removed), x.last->revision, x.directory, *x.chart_version, x.before.version),
          fmt::format("Bring the newer image back; or, if the objects are to go: kubectl -n {} label {} {} {}={}",
                      x.namespace_name, name(x.storage), release_secret_name(x.last->name, x.last->revision),
                      gives_up_label, x.last->revision)};
}

/// The version that the operator writes for a module without Chart.yaml. It does not show the age of a chart.
bool is_version_of_operator(const release& last, std::string_view version) {
  return synthetic_chart_file(last.name).ends_with(std::string("version: ").append(version) + "\n")
         && last.label(chart_directories_label).value_or("").find("Chart_yaml") == std::string::npos;
}

/// Holds an upgrade that would remove objects if the chart has a lower version than the chart of the last
/// revision: the image has probably gone back, and the older chart does not know the objects.
guard_answer_type answer(const planned_upgrade& x) {
  if (!has_own_revision(x)) return guard_answer::pass{};
  if (!x.released && !x.is_record_read) return guard_answer::ask{upgrade_fact::record};
  // Helm cannot read the record either, so it removes no objects.
  if (!x.released || x.before.version.empty() || is_version_of_operator(*x.last, x.before.version))
    return guard_answer::pass{};
  if (!x.chart_version) return guard_answer::ask{upgrade_fact::chart_version};
  if (!is_lower_version(*x.chart_version, x.before.version)) return guard_answer::pass{};
  auto effect = effect_of_upgrade(x);
  if (const auto* missing = std::get_if<guard_answer::ask>(&effect)) return *missing;
  auto& removed = std::get<upgrade_effect>(effect).removed;
  if (removed.empty() || x.last->label(gives_up_label) == std::to_string(x.last->revision)) return guard_answer::pass{};
  return guard_answer::hold{objection_to(x, removed), true};
}

} // namespace

const upgrade_guard older_chart_guard{
  "older chart", "would objects go because the chart is older than that of the last revision?", answer};

} // namespace core::releases
