#include "core/modules/discovered_modules.hpp"

#include "base/contains.hpp"
#include "core/modules/held_removals.hpp"
#include "core/modules/own_releases.hpp"
#include "core/modules/stray_releases.hpp"
#include "core/values/names.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace core::modules {

namespace {

void list_removals(discovered_modules& found, const discovery_facts& facts, const own_releases& own) {
  for (const auto& module : found.to_delete) {
    const auto reason = facts.off_reasons.find(module);
    if (own.is_there(module))
      found.removals.push_back(
        own.removal_of(module, reason == facts.off_reasons.end() ? "" : reason->second,
                       facts.refused_by_script.contains(module) ? removal_cause::script : removal_cause::flag));
  }
  for (const auto& release : found.to_purge)
    if (own.is_there(release))
      found.removals.push_back(own.removal_of(release, "no module has this name", removal_cause::no_module));
  std::sort(found.removals.begin(), found.removals.end(),
            [](const auto& a, const auto& b) { return a.release < b.release; });
}

/// Keeps releases of other platforms: a module of the same name must not change them.
void keep_for_others(discovered_modules& found, const discovery_facts& facts) {
  for (const auto& release : facts.released) {
    if (release.other_platform.empty()) continue;
    if (base::contains(found.enabled, release.name)) {
      found.kept_for_others.emplace(release.name, release.other_platform);
      found.held_back.insert(release.name);
    } else {
      found.of_others.emplace(release.name, release.other_platform);
    }
  }
}

/// If the releases of more enabled modules belong to another platform than to this platform, the modules with
/// a release of this platform are kept as they are, too: the operator was probably started with the
/// directories of the other platform, and the charts of those directories must not change releases of this
/// platform.
void keep_with_others(discovered_modules& found, const own_releases& own) {
  if (found.kept_for_others.empty()) return;
  for (const auto& module : found.enabled)
    if (own.is_there(module)) found.kept_with_others.insert(module);
  if (found.kept_with_others.size() >= found.kept_for_others.size()) return found.kept_with_others.clear();
  // Several other platforms are rare; the message needs a name, and the first is as good as any.
  const auto platform = found.kept_for_others.begin()->second;
  for (const auto& module : found.kept_with_others) {
    found.kept_for_others.emplace(module, platform);
    found.held_back.insert(module);
  }
}

/// Lists the modules that other modules see. A module with a held release is included, because it is gone
/// only after its removal is confirmed.
void name_modules(discovered_modules& found, const discovery_facts& facts, const own_releases& own) {
  std::set<std::string> held;
  for (const auto* list :
       {&found.spared, &found.unconfirmed, &found.kept_without_config_map, &found.kept_without_hooks})
    held.insert(list->begin(), list->end());
  for (const auto& module : facts.undecided)
    if (own.is_there(module)) held.insert(module);
  for (const auto& module : facts.modules)
    if (held.erase(module) != 0 || base::contains(found.enabled, module)) found.named.push_back(module);
  found.named.insert(found.named.end(), held.begin(), held.end());
}

/// Finds the modules that were given up on purpose. A module that no discovery of this process has named is
/// not one of them, because it may have been lost while no operator ran.
void list_given_up(discovered_modules& found, const discovery_facts& facts) {
  found.given_up = facts.given_up_before;
  found.given_up.insert(facts.switched_off.begin(), facts.switched_off.end());
  for (const auto& x : found.removals) found.given_up.insert(x.release);
  // While the ConfigMap or a global hook is missing, this may be the reason that a module is off.
  if (facts.global_hooks == hooks_known::all && facts.config_map == values::config_map_state::written)
    found.given_up.insert(facts.named_before.begin(), facts.named_before.end());
  for (const auto& name : found.named) found.given_up.erase(name);
}

} // namespace

module_off why_off(const discovered_modules& found, const std::string& module) {
  const auto reason = found.off_reasons.find(module);
  const auto before = found.wanted_by.find(module);
  return {reason == found.off_reasons.end() ? std::string() : reason->second,
          before == found.wanted_by.end() ? std::string() : before->second};
}

script_doubt doubt_of_flag(const std::string& module, const values::doubted_run& run) {
  return {.reason = fmt::format("its flag {} was switched off by global hook '{}' in a run in doubt ({})",
                                values::enabled_key(values::to_camel(module)), run.hook, run.words),
          .next_step = "Repair the hook: its next run without such words decides",
          .about = removal_cause::flag};
}

discovered_modules decide_modules(const discovery_facts& facts) {
  discovered_modules found;
  found.config_map = facts.config_map;
  found.wanted_by = facts.wanted_by;
  found.off_reasons = facts.off_reasons;
  found.off_doubts = facts.off_doubts;
  // `insert` keeps present entries, so the last discovery names only modules that are off now.
  found.wanted_by.insert(facts.wanted_before.begin(), facts.wanted_before.end());
  const own_releases own(facts);
  std::set<std::string> foreign;
  for (const auto& release : facts.released) {
    const bool is_foreign = !release.owned && release.other_platform.empty() && !release.is_uninstalled;
    // Helm finds no record of such a release: its removal would only leave the objects behind.
    if (!release.hidden_records.empty() && !facts.enabled.contains(release.name))
      found.hidden.emplace(release.name, release.hidden_records);
    else if (is_foreign)
      foreign.insert(release.name);
  }
  for (const auto& module : facts.modules) {
    if (facts.enabled.contains(module)) {
      found.enabled.push_back(module);
      if (facts.held_back.contains(module)) found.held_back.insert(module);
      if (const auto at = facts.unasked.find(module); at != facts.unasked.end()) found.unasked.insert(*at);
      if (const auto at = facts.doubted_no.find(module); at != facts.doubted_no.end()) found.kept_by_doubt.insert(*at);
    } else if (!facts.undecided.contains(module)) {
      if (facts.active.contains(module) || own.contains(module)) found.to_delete.push_back(module);
      if (foreign.contains(module)) found.foreign.push_back(module);
    }
  }
  find_stray_releases(found, facts);
  keep_for_others(found, facts);
  // Doubts come after all removals are listed, and names after the doubts: a held release stays named.
  keep_with_others(found, own);
  hold_doubtful_removals(found, facts, own);
  list_removals(found, facts, own);
  name_modules(found, facts, own);
  list_given_up(found, facts);
  return found;
}

} // namespace core::modules
