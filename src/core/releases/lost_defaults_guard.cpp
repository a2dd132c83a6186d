#include "core/releases/lost_defaults.hpp"
#include "core/releases/upgrade_effect.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace core::releases {

namespace {

objection objection_to(const planned_upgrade& x, const upgrade_effect& effect) {
  return {fmt::format("helm would {}, which stays as it is, revision {}: the schemas in {}/openapi were changed, and "
                      "have no default any more for {}, while the chart has the same version",
                      describe(effect), x.last->revision, x.directory, fmt::join((*x.without_defaults)->names, ", ")),
          fmt::format("Bring the defaults back; or, if they are to go: another version in Chart.yaml, or kubectl -n {} "
                      "label {} {} {}-",
                      x.namespace_name, name(x.storage), release_secret_name(x.last->name, x.last->revision),
                      chart_directories_label)};
}

/// Holds an upgrade that would remove or change objects because the schemas of the module have lost defaults
/// while their files are there: cut short, or half merged.
guard_answer_type answer(const planned_upgrade& x) {
  if (!has_own_revision(x) || !x.last->label(chart_directories_label)) return guard_answer::pass{};
  if (!x.is_record_read) return guard_answer::ask{upgrade_fact::record};
  if (!x.released || x.before.schemas.empty() || x.before.schemas == x.schemas) return guard_answer::pass{};
  const auto effect = effect_of_upgrade(x);
  if (const auto* missing = std::get_if<guard_answer::ask>(&effect)) return *missing;
  const auto& known = std::get<upgrade_effect>(effect);
  if (known.empty()) return guard_answer::pass{};
  if (!x.without_defaults) return guard_answer::ask{upgrade_fact::without_defaults};
  const auto& lost = *x.without_defaults;
  // The defaults have no effect on the objects, as with a template that does not need them any more.
  if (!lost || lost->with_defaults == lost->now) return guard_answer::pass{};
  return guard_answer::hold{objection_to(x, known), true};
}

} // namespace

const upgrade_guard lost_defaults_guard{"defaults", "would objects go or change because schemas have lost defaults?",
                                        answer};

} // namespace core::releases
