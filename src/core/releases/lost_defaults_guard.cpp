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

std::string words_of_losses(const effect_of_defaults& lost, const std::string& directory) {
  std::string words;
  if (!lost.names.empty())
    words = fmt::format("the schemas in {}/openapi were changed, and have no default any more for {}", directory,
                        fmt::join(lost.names, ", "));
  if (!lost.keys.empty())
    words += fmt::format("{}{}/values.yaml does not have {} any more", words.empty() ? "" : ", and ", directory,
                         fmt::join(lost.keys, ", "));
  return words;
}

/// @param things `defaults` or `values`
objection objection_to(const planned_upgrade& x, const upgrade_effect& effect, const std::string& losses,
                       const char* things) {
  return {fmt::format("helm would {}, which stays as it is, revision {}: {}, while the chart has the same version",
                      describe(effect), x.last->revision, losses),
          fmt::format("Bring the {} back; or, if they are to go: another version in Chart.yaml, or kubectl -n {} "
                      "label {} {} {}-",
                      things, x.namespace_name, name(x.storage), release_secret_name(x.last->name, x.last->revision),
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
  const auto losses =
    fmt::format("the schemas in {}/openapi, or files that they refer to, have no default any more for {}", x.directory,
                words_of_places(lost));
  return guard_answer::hold{objection_to(x, effect, losses, "defaults"), true};
}

/// Holds an upgrade that would remove or change objects because the schemas of the module have lost defaults,
/// or values.yaml has lost values of the chart, while the files are there: cut short, or half merged.
guard_answer_type answer(const planned_upgrade& x) {
  if (!has_own_revision(x) || !x.last->label(chart_directories_label)) return guard_answer::pass{};
  if (!x.is_record_read) return guard_answer::ask{upgrade_fact::record};
  if (!x.released) return guard_answer::pass{};
  const bool are_in_record = !x.before.schemas.empty() && x.before.schemas != x.schemas;
  // Values of values.yaml are inputs, so an upgrade with the same inputs has lost none.
  if (!are_in_record && !has_label_with(*x.last, module_defaults_prefix)
      && is_made_from(*x.last, x.confirmed_inputs, x.inputs_digest, stability(x.chart)))
    return guard_answer::pass{};
  const auto effect = effect_of_upgrade(x);
  if (const auto* missing = std::get_if<guard_answer::ask>(&effect)) return *missing;
  const auto& known = std::get<upgrade_effect>(effect);
  if (known.empty()) return guard_answer::pass{};
  if (!are_in_record)
    if (auto found = answer_beyond_record(x, known); !std::holds_alternative<guard_answer::pass>(found)) return found;
  if (!x.without_defaults) return guard_answer::ask{upgrade_fact::without_defaults};
  const auto& lost = *x.without_defaults;
  // The defaults have no effect on the objects, as with a template that does not need them any more.
  if (!lost || lost->with_defaults == lost->now) return guard_answer::pass{};
  const auto* things = lost->names.empty() ? "values" : "defaults";
  return guard_answer::hold{objection_to(x, known, words_of_losses(*lost, x.directory), things), true};
}

} // namespace

const upgrade_guard lost_defaults_guard{
  "defaults", "would objects go or change because schemas, or values.yaml, have lost values?", answer};

} // namespace core::releases
