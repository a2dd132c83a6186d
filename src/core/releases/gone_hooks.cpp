#include "core/releases/gone_hooks.hpp"

#include "core/values/hook_label.hpp"
#include "core/values/names.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

namespace core::releases {

namespace {

std::string section_of(const release& last, hooks_of owner) {
  return owner == hooks_of::global ? std::string(values::global_key) : values::to_camel(last.name);
}

} // namespace

std::map<std::string, gone_hooks> hooks_gone(const release& last, const values::value_standing& now) {
  std::map<std::string, gone_hooks> found;
  if (!last.label(module_hook_values_label)) return found;
  std::map<std::string, values::hook_standings::const_pointer> known;
  for (const auto& x : now.hooks) known.emplace(values::label_key_of(x.first), &x);
  std::set<hooks_of> with_hooks;
  for (const auto& [key, words] : last.labels) {
    if (!key.starts_with(values::module_values_by_prefix)) continue;
    const auto hook = known.find(key);
    const bool is_global =
      hook == known.end() ? values::is_label_of_global_hook(words) : hook->second->first.module.empty();
    const auto owner = is_global ? hooks_of::global : hooks_of::module;
    if (hook != known.end() && hook->second->second.is_there) {
      with_hooks.insert(owner);
      continue;
    }
    auto& gone = found[section_of(last, owner)];
    gone.owner = owner;
    gone.names.push_back(values::describe_hook_of_label(key, words, last.name));
  }
  for (auto& [section, gone] : found) gone.are_all = !with_hooks.contains(gone.owner);
  return found;
}

std::string words_of_absence(hooks_of owner, const values::value_standing& now, const std::string& directory) {
  const bool is_global = owner == hooks_of::global;
  const bool has_any = std::any_of(now.hooks.begin(), now.hooks.end(), [&](const auto& x) {
    return x.first.module.empty() == is_global && x.second.is_there;
  });
  if (has_any) return "it has gone, is not executable, or does not configure";
  const auto place = is_global ? now.global_directory : directory.empty() ? directory : directory + "/hooks";
  return fmt::format("no {}hook that is executable and configures was found{}: is the directory complete in the image?",
                     is_global ? "global " : "", place.empty() ? "" : " in " + place);
}

std::string describe(const lost_hook& x, const held_upgrade& held) {
  const auto& known = x.standing;
  if (!known.is_there)
    return fmt::format("{} ({})", x.words,
                       words_of_absence(x.words.starts_with("global hook ") ? hooks_of::global : hooks_of::module,
                                        held.now, held.directory));
  if (!known.doubts.empty())
    return fmt::format("{} (it has ended with 0, but wrote to stderr: {})", x.words, known.doubts.begin()->second);
  if (!x.binding.empty())
    return fmt::format("{} (it had set them for its binding '{}', for which no run has ended well; it runs at: {})",
                       x.words, x.binding, known.occasions);
  if (known.has_failed) return x.words + " (its last run has failed)";
  if (known.occasions.empty()) return x.words + " (it binds to nothing)";
  return fmt::format("{} (it runs at: {})", x.words, known.occasions);
}

} // namespace core::releases
