#include "core/releases/default_places.hpp"
#include "core/releases/digest_labels.hpp"
#include "core/releases/hook_value_changes.hpp"
#include "core/releases/lost_defaults.hpp"
#include "core/releases/lost_value_sources.hpp"
#include "core/releases/upgrade_effect.hpp"
#include "core/values/names.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace core::releases {

namespace {

/// @param schemas with the verb `have`
objection objection_to(const planned_upgrade& x, const upgrade_effect& effect, const std::string& schemas,
                       const std::string& defaults) {
  return {fmt::format("helm would {}, which stays as it is, revision {}: the schemas {} no default any more for {}, "
                      "while the chart has the same version",
                      describe(effect), x.last->revision, schemas, defaults),
          fmt::format("Bring the defaults back; or, if they are to go: another version in Chart.yaml, or kubectl -n {} "
                      "label {} {} {}-",
                      x.namespace_name, name(x.storage), release_secret_name(x.last->name, x.last->revision),
                      chart_directories_label)};
}

/// True if a whole schema is missing: the guard `values` names it.
bool is_schema_missing(const planned_upgrade& x) {
  if (!x.standing) return false;
  const auto lost = lost_sources(*x.last, *x.standing);
  return lost.contains(values::value_source::config_schema) || lost.contains(values::value_source::values_schema);
}

/// The answer for schemas, or parts of them, that Helm's record does not have.
guard_answer_type answer_beyond_record(const planned_upgrade& x, const upgrade_effect& effect) {
  if (!has_label_with(*x.last, module_defaults_prefix) || is_schema_missing(x)) return guard_answer::pass{};
  if (!x.values_before) return guard_answer::ask{upgrade_fact::values_before};
  const auto lost = lost_default_places(*x.last, values::to_camel(x.release), *x.values_before, x.values);
  if (lost.empty()) return guard_answer::pass{};
  if (!x.chart_version) return guard_answer::ask{upgrade_fact::chart_version};
  if (*x.chart_version != x.before.version) return guard_answer::pass{};
  if (!x.reads_former) return guard_answer::ask{upgrade_fact::reads_former, lost};
  if (!*x.reads_former) return guard_answer::pass{};
  const auto schemas = fmt::format("in {}/openapi, or files that they refer to, have", x.directory);
  return guard_answer::hold{objection_to(x, effect, schemas, words_of_places(lost)), true};
}

/// Holds an upgrade that would remove or change objects because the schemas of the module have lost defaults
/// while their files are there: cut short, or half merged.
guard_answer_type answer(const planned_upgrade& x) {
  if (!has_own_revision(x) || !x.last->label(chart_directories_label)) return guard_answer::pass{};
  if (!x.is_record_read) return guard_answer::ask{upgrade_fact::record};
  if (!x.released) return guard_answer::pass{};
  const bool are_in_record = !x.before.schemas.empty() && x.before.schemas != x.schemas;
  if (!are_in_record && !has_label_with(*x.last, module_defaults_prefix)) return guard_answer::pass{};
  const auto effect = effect_of_upgrade(x);
  if (const auto* missing = std::get_if<guard_answer::ask>(&effect)) return *missing;
  const auto& known = std::get<upgrade_effect>(effect);
  if (known.empty()) return guard_answer::pass{};
  if (!are_in_record) return answer_beyond_record(x, known);
  if (!x.without_defaults) return guard_answer::ask{upgrade_fact::without_defaults};
  const auto& lost = *x.without_defaults;
  // The defaults have no effect on the objects, as with a template that does not need them any more.
  if (!lost || lost->with_defaults == lost->now) return guard_answer::pass{};
  const auto schemas = fmt::format("in {}/openapi were changed, and have", x.directory);
  return guard_answer::hold{objection_to(x, known, schemas, fmt::format("{}", fmt::join(lost->names, ", "))), true};
}

} // namespace

const upgrade_guard lost_defaults_guard{"defaults", "would objects go or change because schemas have lost defaults?",
                                        answer};

} // namespace core::releases
