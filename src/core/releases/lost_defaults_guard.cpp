#include "core/releases/lost_defaults.hpp"
#include "core/releases/upgrade_effect.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace core::releases {

namespace {

std::string words_of_losses(const planned_upgrade& x) {
  const auto& lost = **x.without_defaults;
  std::string words;
  if (!lost.names.empty())
    words = fmt::format("the schemas in {}/openapi were changed, and have no default any more for {}", x.directory,
                        fmt::join(lost.names, ", "));
  if (!lost.keys.empty())
    words += fmt::format("{}{}/values.yaml does not have {} any more", words.empty() ? "" : ", and ", x.directory,
                         fmt::join(lost.keys, ", "));
  return words;
}

objection objection_to(const planned_upgrade& x, const upgrade_effect& effect) {
  const bool are_schemas = !(*x.without_defaults)->names.empty();
  return {fmt::format("helm would {}, which stays as it is, revision {}: {}, while the chart has the same version",
                      describe(effect), x.last->revision, words_of_losses(x)),
          fmt::format("Bring the {} back; or, if they are to go: another version in Chart.yaml, or kubectl -n {} "
                      "label {} {} {}-",
                      are_schemas ? "defaults" : "values", x.namespace_name, name(x.storage),
                      release_secret_name(x.last->name, x.last->revision), chart_directories_label)};
}

/// Holds an upgrade that would remove or change objects because the schemas of the module have lost defaults,
/// or values.yaml has lost values of the chart, while the files are there: cut short, or half merged.
guard_answer_type answer(const planned_upgrade& x) {
  if (!has_own_revision(x) || !x.last->label(chart_directories_label)) return guard_answer::pass{};
  if (!x.is_record_read) return guard_answer::ask{upgrade_fact::record};
  if (!x.released) return guard_answer::pass{};
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

const upgrade_guard lost_defaults_guard{
  "defaults", "would objects go or change because schemas, or values.yaml, have lost values?", answer};

} // namespace core::releases
