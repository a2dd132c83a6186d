#include "core/releases/awaited_hooks.hpp"

#include "core/releases/gone_hooks.hpp"
#include "core/releases/lost_value_sources.hpp"
#include "core/values/names.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <string_view>

namespace core::releases {

namespace {

bool is_for_schedules_alone(const std::string& occasions) {
  return (occasions.starts_with("schedule ") || occasions.starts_with("reviews "))
         && occasions.find(", events of ") == occasions.npos;
}

bool has_binding(const values::hook_standing& known, std::string_view label) {
  return std::any_of(known.bindings.begin(), known.bindings.end(),
                     [&](const std::string& name) { return values::label_value_of_binding(name) == label; });
}

std::string words_of(const values::value_hook& hook, const values::hook_standing& known, const std::string& binding) {
  if (known.has_failed) return values::describe(hook) + " (its last run has failed)";
  if (!known.doubts.empty())
    return fmt::format("{} (it has ended with 0, but wrote to stderr: {})", values::describe(hook),
                       known.doubts.begin()->second);
  if (!binding.empty() && !has_binding(known, values::label_value_of_binding(binding)))
    return fmt::format("{} (it had set them for its binding '{}', which its --config does not have any more)",
                       values::describe(hook), binding);
  if (!binding.empty())
    return fmt::format("{} (it had set them for its binding '{}'; it runs at: {})", values::describe(hook), binding,
                       known.occasions);
  return fmt::format("{} (it runs at: {})", values::describe(hook), known.occasions);
}

} // namespace

awaited_hooks hooks_awaited(const release& last, const values::value_standing& now, const std::string& directory) {
  awaited_hooks found;
  if (!last.label(module_hook_values_label)) return found;
  for (const auto& [hook, known] : now.hooks) {
    const auto key = values::label_key_of(hook);
    if (!last.label(key) || !known.is_there || known.occasions.empty()) continue;
    const auto binding = known.awaited(last.label(values::binding_label_key_beside(key)).value_or(""));
    if (known.has_ended && binding.empty()) continue;
    found.sections.insert(hook.module.empty() ? std::string(values::global_key) : values::to_camel(last.name));
    found.words.push_back(words_of(hook, known, known.has_ended ? binding : std::string()));
    const bool has_lost = !binding.empty() && !has_binding(known, values::label_value_of_binding(binding));
    found.will_run_soon = found.will_run_soon && !known.has_failed && known.doubts.empty() && !has_lost
                          && !is_for_schedules_alone(known.occasions);
  }
  for (const auto& [section, gone] : hooks_gone(last, now)) {
    if (!gone.are_all) continue;
    found.sections.insert(section);
    found.words.push_back(
      fmt::format("{} ({})", fmt::join(gone.names, ", "), words_of_absence(gone.owner, now, directory)));
    found.will_run_soon = false;
    found.have_gone = true;
  }
  return found;
}

} // namespace core::releases
