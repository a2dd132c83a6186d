#include "core/releases/emptied_values.hpp"
#include "core/releases/upgrade_effect.hpp"
#include "core/releases/upgrade_guard.hpp"
#include "core/values/names.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace core::releases {

namespace {

/// The form of a value that is not written on purpose, as far as can be known.
bool is_awaited(const emptied_value& x) {
  // The object that the hook reads may not be filled yet.
  if (!x.by.empty()) return true;
  switch (x.how) {
    case emptied_value::form::nothing:
    case emptied_value::form::text_in_file: return true;
    case emptied_value::form::blank_text:
    case emptied_value::form::empty: return false;
  }
  return false;
}

/// Files are read at the start only, so a text in a file does not explain a later change of values.
std::vector<emptied_value> emptied_in(const planned_upgrade& x) {
  auto found = emptied_values(*x.standing, values::to_camel(x.release), *x.values_before, x.values);
  if (x.have_values_changed)
    std::erase_if(found, [](const auto& value) { return value.how == emptied_value::form::text_in_file; });
  return found;
}

std::vector<text::json_pointer> places_of(const std::vector<emptied_value>& emptied) {
  std::vector<text::json_pointer> places;
  places.reserve(emptied.size());
  for (const auto& x : emptied) places.push_back(x.place);
  return places;
}

/// The hooks that have stored the values; empty: a user has written one of them.
std::set<std::string> hooks_of(const std::vector<emptied_value>& emptied) {
  std::set<std::string> found;
  for (const auto& x : emptied) {
    if (x.by.empty()) return {};
    found.insert(x.by);
  }
  return found;
}

blank_values_note note_of(const planned_upgrade& x, const std::vector<emptied_value>& emptied) {
  const auto hooks = hooks_of(emptied);
  const auto* way = hooks.empty() ? "write the values again"
                                  : "look at the objects that the hook reads: when it stores the value again, the "
                                    "module is upgraded again";
  return {.values = words_of_emptied(emptied),
          .hooks = fmt::format("{}", fmt::join(hooks, ", ")),
          .hint = fmt::format("nothing is to be done if that is so on purpose; else {}. Revision {} has the former "
                              "values: helm -n {} get values {} --revision {}",
                              way, x.last->revision, x.namespace_name, x.last->name, x.last->revision),
          .owner = hooks.empty() ? value_owner::users : value_owner::hooks};
}

/// Guards the content of objects that stay. A blank that a hook has stored in the ConfigMap waits as a blank
/// in its values patch does. Objects that would go for a key without a value are held by `lost_values_guard`,
/// and objects that go for another blank are named before. A blank text, list or object in the ConfigMap is
/// written on purpose more often than null, so such a value is named and does not wait.
guard_answer_type answer(const planned_upgrade& x) {
  if (!has_own_revision(x) || !x.standing || !may_have_emptied(*x.standing)) return guard_answer::pass{};
  if (is_made_from(*x.last, x.confirmed_inputs, x.inputs_digest, stability(x.chart))) return guard_answer::pass{};
  if (!x.released && !x.is_record_read) return guard_answer::ask{upgrade_fact::record};
  if (!x.released) return guard_answer::pass{};
  const auto found = effect_of_upgrade(x);
  if (const auto* missing = std::get_if<guard_answer::ask>(&found)) return *missing;
  const auto& effect = std::get<upgrade_effect>(found);
  if (!effect.removed.empty() || !effect.is_change) return guard_answer::pass{};
  if (!x.values_before) return guard_answer::ask{upgrade_fact::values_before};
  const auto emptied = emptied_in(x);
  if (emptied.empty()) return guard_answer::pass{};
  // A value that the chart does not read may be blank.
  if (!x.reads_former) return guard_answer::ask{upgrade_fact::reads_former, places_of(emptied)};
  if (!*x.reads_former || x.delayed.contains(std::string(emptied_values_guard.name))) return guard_answer::pass{};
  const bool waits = x.value_grace.count() > 0 && std::any_of(emptied.begin(), emptied.end(), is_awaited);
  if (!waits) return guard_answer::pass{.blank = note_of(x, emptied)};
  return guard_answer::delay{
    fmt::format("it would {}, and these values have no content any more: {}; they are awaited for {} s",
                describe(effect), words_of_emptied(emptied), x.value_grace.count()),
    x.value_grace, note_of(x, emptied)};
}

} // namespace

const upgrade_guard emptied_values_guard{
  "emptied values", "would objects change because a value of a user has lost its content?", answer};

} // namespace core::releases
