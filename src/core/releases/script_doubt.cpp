#include "core/releases/script_doubt.hpp"

#include <set>
#include <vector>

namespace core::releases {

namespace {

/// The label's value for a hook in the module's own directory `hooks` begins with this.
constexpr std::string_view own_hook_begin = "hooks_";

/// The revision without labels for the module's own hooks.
release without_own_hooks(const refused_module& x, const values::hook_standings& hooks) {
  std::set<std::string> own;
  std::set<std::string> known;
  for (const auto& [hook, standing] : hooks) {
    known.insert(values::label_key_of(hook));
    if (!hook.module.empty()) own.insert(values::label_key_of(hook));
  }
  release last{.name = x.name, .labels = x.labels};
  std::erase_if(last.labels, [&](const auto& label) {
    const auto& [key, words] = label;
    const bool is_gone = key.starts_with(values::module_values_by_prefix) && !known.contains(key);
    return own.contains(key) || (is_gone && words.starts_with(own_hook_begin));
  });
  return last;
}

std::vector<lost_hook> global_hooks_that_are_due(const values::hook_standings& hooks) {
  std::vector<lost_hook> due;
  for (const auto& [hook, standing] : hooks)
    if (hook.module.empty() && standing.is_there && !standing.occasions.empty() && !standing.has_ended)
      due.push_back({values::describe(hook), standing});
  return due;
}

} // namespace

std::string places_missing_for_script(const refused_module& x, const values::value_standing& now) {
  const auto last = without_own_hooks(x, now.hooks);
  held_upgrade held{.release = x.name, .directory = x.directory, .now = now};
  held.lost = lost_sources(last, now);
  held.globals = lost_globals(last, now);
  held.hooks = x.labels.empty() ? global_hooks_that_are_due(now.hooks) : lost_hooks(last, now);
  return words_of_missing(held);
}

} // namespace core::releases
