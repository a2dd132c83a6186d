#include "core/releases/awaited_hooks.hpp"
#include "core/releases/bearing_objects.hpp"
#include "core/releases/hook_value_changes.hpp"
#include "core/releases/lost_value_sources.hpp"
#include "core/releases/upgrade_effect.hpp"
#include "core/releases/upgrade_guard.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <utility>
#include <vector>

namespace core::releases {

namespace {

/// The time in which a hook may find the content again: a Secret that is made first and filled later, or a
/// mark that moves from one object to another.
constexpr std::chrono::seconds grace{10};

/// True if a hook of the last revision sets no values any more, or has left the module: it may have given
/// them up.
bool has_giving_up(const planned_upgrade& x) {
  return std::any_of(x.last->labels.begin(), x.last->labels.end(), [&](const auto& label) {
    if (!label.first.starts_with(values::module_values_by_prefix)) return false;
    return std::none_of(x.standing->hooks.begin(), x.standing->hooks.end(), [&](const auto& hook) {
      return hook.second.is_there && hook.second.has_set && values::label_key_of(hook.first) == label.first;
    });
  });
}

/// True if a user has confirmed the loss, or has said that there is no hook to wait for.
bool is_confirmed(const release& last) {
  return last.label(gives_up_label) == std::to_string(last.revision)
         || (names_hook_places(last) && !last.label(module_hook_values_label));
}

/// The losses that count. A value that a hook has not set yet since the start is awaited by other guards.
std::vector<blank_hook_value> losses_in(const planned_upgrade& x) {
  auto blanks = blank_hook_values({*x.last, *x.values_before, x.values, *x.set_by_hooks});
  const auto awaited = hooks_awaited(*x.last, *x.standing, x.directory).sections;
  std::erase_if(blanks, [&](const blank_hook_value& loss) {
    return !loss.place.tokens.empty() && awaited.contains(loss.place.tokens.front())
           && !x.set_by_hooks->contains(loss.place);
  });
  return blanks;
}

/// The losses that hold the first upgrade after a start. A text, a list or an object may be blank because its
/// objects were deleted while the operator was down: such a loss is awaited as in an operator that runs.
std::vector<blank_hook_value> held_at_start(const planned_upgrade& x, std::vector<blank_hook_value> blanks) {
  using loss = blank_hook_value::loss;
  const bool gives_up = has_giving_up(x);
  std::erase_if(blanks, [&](const blank_hook_value& blank) {
    return blank.how == loss::empty || blank.how == loss::blank_text || blank.how == loss::some_items
           || (gives_up && (blank.how == loss::absent || blank.how == loss::items));
  });
  return blanks;
}

std::string words_of_hooks(const planned_upgrade& x, const std::vector<blank_hook_value>& blanks) {
  auto words = words_of_setters(*x.last, *x.standing, places_of(blanks));
  return words.empty() ? std::string("hooks") : words;
}

blank_values_note note_of(const planned_upgrade& x, const std::vector<blank_hook_value>& blanks) {
  return {words_of_blanks(blanks), words_of_hooks(x, blanks),
          fmt::format("nothing is to be done if that is so on purpose; else look at the objects that the hook reads: "
                      "when it sets the value again, the module is upgraded again. Revision {} has the former values: "
                      "helm -n {} get values {} --revision {}",
                      x.last->revision, x.namespace_name, x.last->name, x.last->revision)};
}

objection objection_to(const planned_upgrade& x, const upgrade_effect& effect,
                       const std::vector<blank_hook_value>& blanks) {
  return {fmt::format("helm would {}, which stays as it is, revision {}: values that hooks had set for it have no "
                      "content since the start: {}; values are set by {}",
                      describe(effect), x.last->revision, words_of_blanks(blanks), words_of_hooks(x, blanks)),
          fmt::format("The release is decided again when the hook sets the value: look at the objects that it reads, "
                      "and at its output; or, if the value is to be blank: kubectl -n {} label {} {} {}={}",
                      x.namespace_name, name(x.storage), release_secret_name(x.last->name, x.last->revision),
                      gives_up_label, x.last->revision)};
}

/// Guards the values of hooks. A blank text is reported and delays the upgrade by `grace`, because the object
/// that the hook reads may not be filled yet. A blank text does not hold the upgrade, because a hook that
/// joins names of objects sets a blank text if there are no objects.
guard_answer_type answer(const planned_upgrade& x) {
  if (!has_own_revision(x) || !x.standing || (!names_hook_places(*x.last) && !has_hook_values(*x.standing)))
    return guard_answer::pass{};
  if (is_made_from(*x.last, x.confirmed_inputs, x.inputs_digest, stability(x.chart))) return guard_answer::pass{};
  if (!x.released && !x.is_record_read) return guard_answer::ask{upgrade_fact::record};
  if (!x.released) return guard_answer::pass{};
  const auto found = effect_of_upgrade(x);
  if (const auto* missing = std::get_if<guard_answer::ask>(&found)) return *missing;
  const auto& effect = std::get<upgrade_effect>(found);
  if (effect.empty()) return guard_answer::pass{};
  if (!x.values_before) return guard_answer::ask{upgrade_fact::values_before};
  if (!x.set_by_hooks) return guard_answer::ask{upgrade_fact::set_by_hooks};
  const auto blanks = losses_in(x);
  if (blanks.empty() || is_confirmed(*x.last)) return guard_answer::pass{};
  // A value that the chart does not read may be blank.
  if (!x.reads_former) return guard_answer::ask{upgrade_fact::reads_former, places_of(blanks)};
  if (!*x.reads_former || x.delayed.contains(std::string(blank_values_guard.name))) return guard_answer::pass{};
  const auto held = x.have_values_changed ? std::vector<blank_hook_value>() : held_at_start(x, blanks);
  if (!held.empty()) return guard_answer::hold{objection_to(x, effect, held), true};
  // Objects that go are named and stay for the removal grace, so that nothing else waits for them.
  if (!effect.removed.empty()) return guard_answer::pass{.blank = note_of(x, blanks)};
  return guard_answer::delay{
    fmt::format("it would {}, and these values have no content any more: {}; they are awaited for {} s",
                describe(effect), words_of_blanks(blanks), grace.count()),
    grace, note_of(x, blanks)};
}

} // namespace

const upgrade_guard blank_values_guard{
  "blank values", "would objects go or change because a value of a hook has lost its content?", answer};

} // namespace core::releases
