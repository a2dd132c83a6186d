#include "core/releases/gutted_chart.hpp"
#include "core/releases/upgrade_effect.hpp"

#include <utility>

namespace core::releases {

namespace {

/// Holds an upgrade that would remove objects because the chart has lost whole directories, all files of a
/// kind, its Chart.yaml, or the text of files. The loss of a single template holds no upgrade;
/// `lost_values_guard` names the objects that go with such a template.
guard_answer_type answer(const planned_upgrade& x) {
  if (!has_own_revision(x) || !x.last->label(chart_directories_label)) return guard_answer::pass{};
  if (!x.is_record_read) return guard_answer::ask{upgrade_fact::record};
  // Helm cannot read the record either, so it removes no objects.
  if (!x.released) return guard_answer::pass{};
  auto lost = losses_of_chart(*x.last, x.before, {x.files, x.blank, x.empty_directories});
  if (lost.empty()) return guard_answer::pass{};
  auto effect = effect_of_upgrade(x);
  if (const auto* missing = std::get_if<guard_answer::ask>(&effect)) return *missing;
  auto& objects = std::get<upgrade_effect>(effect).removed;
  if (objects.empty()) return guard_answer::pass{};
  return guard_answer::hold{objection_to(
    gutted_chart{x.directory, x.last->revision, std::move(lost), std::move(objects), x.namespace_name,
                 std::string(name(x.storage)) + " " + release_secret_name(x.last->name, x.last->revision)})};
}

} // namespace

const upgrade_guard directory_guard{"directories", "would objects go because a part of the chart has gone?", answer};

} // namespace core::releases
