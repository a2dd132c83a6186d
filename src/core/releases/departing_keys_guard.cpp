#include "core/releases/upgrade_effect.hpp"
#include "core/releases/upgrade_guard.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstddef>

namespace core::releases {

namespace {

constexpr std::size_t named_keys_max = 10;

std::string words_of_keys(const std::vector<std::string>& keys) {
  const auto shown = keys.begin() + static_cast<std::ptrdiff_t>(std::min(keys.size(), named_keys_max));
  auto text = fmt::format("{}", fmt::join(keys.begin(), shown, ", "));
  if (keys.size() > named_keys_max) text += fmt::format(" and {} more", keys.size() - named_keys_max);
  return text;
}

enum class end_of_keys { delayed, at_once };

departing_keys_note note_of(const planned_upgrade& x, end_of_keys when) {
  const auto stay = fmt::format("they stay for {} s (--removal-grace), because no user has written what differs. To "
                                "keep them, bring it back within this time, or `addon-operator module pause {}`; "
                                "nothing is to be done if they are to go",
                                x.removal_grace.count(), x.release);
  return {words_of_keys(x.departing->keys), x.departing->differs,
          fmt::format("{}. Revision {} has them: helm -n {} get manifest {} --revision {}",
                      when == end_of_keys::delayed ? stay : "nothing is to be done if that was on purpose",
                      x.last->revision, x.namespace_name, x.last->name, x.last->revision)};
}

/// Names keys of Secrets and ConfigMaps that go while their objects stay: a hook lists fewer objects, a
/// module or a kind of the cluster is missing. A chart that makes a random password for each key makes
/// another password when the key is back. So the keys get the time that objects get. A delay by another guard
/// counts.
guard_answer_type answer(const planned_upgrade& x) {
  if (!has_own_revision(x)) return guard_answer::pass{};
  if (is_made_from(*x.last, x.confirmed_inputs, x.inputs_digest, stability(x.chart))) return guard_answer::pass{};
  if (!x.released && !x.is_record_read) return guard_answer::ask{upgrade_fact::record};
  if (!x.released) return guard_answer::pass{};
  const auto found = effect_of_upgrade(x);
  if (const auto* missing = std::get_if<guard_answer::ask>(&found)) return *missing;
  if (!x.is_content_changed) return guard_answer::pass{};
  if (!x.departing) return guard_answer::ask{upgrade_fact::departing_keys};
  if (x.departing->keys.empty() || x.delayed.contains(std::string(departing_keys_guard.name)))
    return guard_answer::pass{};
  const bool is_delayed = !x.departing->is_written && x.delayed.empty() && x.removal_grace.count() > 0;
  auto note = note_of(x, is_delayed ? end_of_keys::delayed : end_of_keys::at_once);
  if (!is_delayed) return guard_answer::pass{.keys = std::move(note)};
  auto why = fmt::format("it would take {} away, since this differs: {}; they stay for {} s", note.keys, note.differs,
                         x.removal_grace.count());
  return guard_answer::delay{std::move(why), x.removal_grace, {}, std::move(note)};
}

} // namespace

const upgrade_guard departing_keys_guard{
  "keys", "would keys of Secrets or ConfigMaps go, although no user has written the difference?", answer};

} // namespace core::releases
