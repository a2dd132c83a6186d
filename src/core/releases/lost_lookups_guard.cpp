#include "core/releases/lookup_answers.hpp"
#include "core/releases/upgrade_effect.hpp"

#include <fmt/format.h>

namespace core::releases {

namespace {

objection objection_to(const planned_upgrade& x, const upgrade_effect& effect,
                       const std::vector<manifest_object>& lost) {
  return {
    fmt::format("helm would {}, which stays as it is, revision {}: its chart reads {} by `lookup`, which revision "
                "{} had found and which is absent now",
                describe(effect), x.last->revision, words_of_lookups(lost), x.last->revision),
    fmt::format("Bring it back: the module runs again every minute until then. If the chart is to do without it: "
                "kubectl -n {} label {} {} {}-",
                x.namespace_name, name(x.storage), release_secret_name(x.last->name, x.last->revision),
                chart_directories_label)};
}

/// Holds an upgrade that would remove or change objects because an object of a user, which the chart looks
/// up, is absent: a chart then renders a blank text, another password, or nothing.
guard_answer_type answer(const planned_upgrade& x) {
  if (!has_own_revision(x) || !x.chart.uses_lookup) return guard_answer::pass{};
  if (!x.last->label(chart_directories_label)) return guard_answer::pass{};
  if (!x.rendered) return guard_answer::ask{upgrade_fact::rendered};
  const auto lost = x.looked_up ? lost_lookups(*x.last, *x.looked_up) : std::vector<manifest_object>();
  if (lost.empty()) return guard_answer::pass{};
  if (!x.released && !x.is_record_read) return guard_answer::ask{upgrade_fact::record};
  const auto found = effect_of_upgrade(x);
  if (const auto* missing = std::get_if<guard_answer::ask>(&found)) return *missing;
  const auto& effect = std::get<upgrade_effect>(found);
  if (effect.empty()) return guard_answer::pass{};
  return guard_answer::hold{.why = objection_to(x, effect, lost), .ends_with_label = true, .ends_with_object = true};
}

} // namespace

const upgrade_guard lost_lookups_guard{
  "lookups", "would objects go or change because an object that the chart looks up is absent?", answer};

} // namespace core::releases
