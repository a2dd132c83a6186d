#include "core/releases/awaited_hooks.hpp"
#include "core/releases/gone_hooks.hpp"
#include "core/releases/hook_value_changes.hpp"
#include "core/releases/lost_value_sources.hpp"
#include "core/releases/upgrade_effect.hpp"
#include "core/releases/upgrade_guard.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <chrono>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace core::releases {

namespace {

/// The time within which a hook usually runs if it does not wait for a schedule: also a hook of afterHelm or
/// afterAll, and a hook in a queue with much work.
constexpr std::chrono::seconds time_to_run{30};
constexpr std::size_t named_max = 5;

objection objection_to(const planned_upgrade& x, awaited_hooks hooks, const std::vector<text::json_pointer>& places) {
  const auto more = hooks.words.size() - std::min(hooks.words.size(), named_max);
  hooks.words.resize(hooks.words.size() - more);
  return {fmt::format("helm would change objects of the release, which stays as it is, revision {}: {} had another "
                      "value for it, set by hooks that have not ended well since the start: {}{}",
                      x.last->revision, words_of_places(places), fmt::join(hooks.words, ", "),
                      more > 0 ? fmt::format(" and {} more", more) : ""),
          fmt::format(
            "{}The release is decided again each time that one of these hooks ends well (`addon-operator hook "
            "list` shows the next tick); a hook that also binds onStartup runs at once. If the values are to "
            "change without these hooks: kubectl -n {} label {} {} {}-",
            hooks.have_gone ? "Bring back the hooks that have gone, and restart the operator. " : "", x.namespace_name,
            name(x.storage), release_secret_name(x.last->name, x.last->revision), module_hook_values_label)};
}

/// Hooks that have gone, while others of the revision in the same section are there: the author of the module
/// may have given them up.
struct given_up {
  std::set<std::string> sections{};
  std::vector<std::string> names{};
};

given_up given_up_in(const planned_upgrade& x) {
  given_up found;
  for (auto& [section, gone] : hooks_gone(*x.last, *x.standing)) {
    if (gone.are_all) continue;
    found.sections.insert(section);
    found.names.insert(found.names.end(), gone.names.begin(), gone.names.end());
  }
  return found;
}

blank_values_note note_of(const planned_upgrade& x, const given_up& gone,
                          const std::vector<text::json_pointer>& places) {
  return {words_of_places(places) + " (set by no hook any more, and now of another source)",
          fmt::format("{}, which {} gone", fmt::join(gone.names, ", "), gone.names.size() == 1 ? "has" : "have"),
          fmt::format("nothing is to be done if the module has given the hook up; else bring its file back and restart "
                      "the operator. Revision {} has the former values: helm -n {} get values {} --revision {}",
                      x.last->revision, x.namespace_name, x.last->name, x.last->revision)};
}

/// Names the values of hooks that have gone. They hold no upgrade.
guard_answer_type answer_to(const planned_upgrade& x, const given_up& gone) {
  const auto places = reset_hook_values({*x.last, *x.values_before, x.values, *x.set_by_hooks}, gone.sections);
  if (places.empty()) return guard_answer::pass{};
  if (!x.reads_former) return guard_answer::ask{upgrade_fact::reads_former, places};
  if (!*x.reads_former) return guard_answer::pass{};
  return guard_answer::pass{.blank = note_of(x, gone, places)};
}

/// Guards the contents of objects, as `lost_values_guard` does the objects: a hook that has not run yet has
/// not decided that its values are to fall back.
guard_answer_type answer(const planned_upgrade& x) {
  if (!has_own_revision(x) || !x.standing || !names_hook_places(*x.last)) return guard_answer::pass{};
  if (is_made_from(*x.last, x.confirmed_inputs, x.inputs_digest, stability(x.chart))) return guard_answer::pass{};
  auto hooks = hooks_awaited(*x.last, *x.standing, x.directory);
  const auto gone = given_up_in(x);
  if (hooks.words.empty() && gone.names.empty()) return guard_answer::pass{};
  if (!x.released && !x.is_record_read) return guard_answer::ask{upgrade_fact::record};
  if (!x.released) return guard_answer::pass{};
  const auto found = effect_of_upgrade(x);
  if (const auto* missing = std::get_if<guard_answer::ask>(&found)) return *missing;
  const auto& effect = std::get<upgrade_effect>(found);
  // The guard `values` has decided about objects that go.
  if (!effect.removed.empty() || !effect.is_change) return guard_answer::pass{};
  if (!x.values_before) return guard_answer::ask{upgrade_fact::values_before};
  if (!x.set_by_hooks) return guard_answer::ask{upgrade_fact::set_by_hooks};
  const auto places = reset_hook_values({*x.last, *x.values_before, x.values, *x.set_by_hooks}, hooks.sections);
  if (places.empty()) return answer_to(x, gone);
  if (!x.reads_former) return guard_answer::ask{upgrade_fact::reads_former, places};
  if (!*x.reads_former) return guard_answer::pass{};
  if (hooks.will_run_soon && !x.delayed.contains(std::string(awaited_hooks_guard.name)))
    return guard_answer::delay{"it would change objects, and these hooks have not run since the start: "
                                 + fmt::format("{}", fmt::join(hooks.words, ", ")),
                               time_to_run};
  return guard_answer::hold{objection_to(x, std::move(hooks), places), true};
}

} // namespace

const upgrade_guard awaited_hooks_guard{
  "hooks", "would objects change because a hook that had set values has not run since the start?", answer};

} // namespace core::releases
