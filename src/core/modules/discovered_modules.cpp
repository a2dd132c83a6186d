#include "core/modules/discovered_modules.hpp"

#include "base/contains.hpp"
#include "core/values/names.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstddef>
#include <iterator>

namespace core::modules {

namespace {

/// Answers questions about the operator's own releases.
class own_releases {
public:
  explicit own_releases(const discovery_facts& facts) : facts_(facts) {
    for (const auto& release : facts.released)
      if (release.owned) by_name_.emplace(release.name, &release);
  }

  [[nodiscard]] bool contains(const std::string& name) const { return by_name_.contains(name); }
  /// True if the release exists. A release with a removal that has begun does not count, because the removal
  /// is continued.
  [[nodiscard]] bool is_there(const std::string& name) const {
    const auto at = by_name_.find(name);
    return at != by_name_.end() && !at->second->is_uninstalled && !at->second->is_removal_begun;
  }
  /// True if no written setting requests the removal of the release.
  [[nodiscard]] bool is_unasked(const std::string& name) const {
    return is_there(name) && !facts_.active.contains(name) && !facts_.switched_off.contains(name);
  }
  /// True if an unrequested removal is held even if it is the only such removal. After a start a hook's flags
  /// are missing until the hook has run, which may be late: at a tick, or when an object changes. A release
  /// with a former name of the platform may belong to a platform that is still in use, if the option has a
  /// wrong name.
  [[nodiscard]] bool is_held_alone(const std::string& name) const {
    const auto& release = *by_name_.at(name);
    return base::contains(facts_.unconfirmed_before, name) || release.is_removal_held || release.is_wanted_by_hook
           || release.is_of_former_name || !release.other_config_map.empty() || !release.lost_directory.empty()
           || !release.bearing.empty() || facts_.misspelt.contains(name) || facts_.place_missing.contains(name)
           || is_source_left_out(release)
           || (base::contains(facts_.modules, name) ? release.is_want_unknown : is_directory_missing(name));
  }
  /// True if it is unknown whether the release of this module is wanted, or if the module's files cannot be
  /// used.
  [[nodiscard]] bool is_in_doubt(const std::string& module) const {
    return is_unasked(module) && (facts_.held_back.contains(module) || facts_.undecided.contains(module));
  }
  /// True if an existing release is left after the removal of these releases.
  [[nodiscard]] bool is_any_left(const std::set<std::string>& without) const {
    return std::any_of(by_name_.begin(), by_name_.end(),
                       [&](const auto& x) { return is_there(x.first) && !without.contains(x.first); });
  }
  [[nodiscard]] release_removal removal_of(const std::string& name, const std::string& reason,
                                           removal_cause cause) const {
    const auto known = facts_.wanted_before.find(name);
    const auto& release = *by_name_.at(name);
    return {name, reason, known == facts_.wanted_before.end() ? release.wanted_by : known->second, cause,
            release.bearing};
  }

private:
  /// True if the directory of a release without a module may have been lost: a directory of modules is empty,
  /// or a flag shows that the module is wanted. Hooks of the deletion do not run without the directory.
  [[nodiscard]] bool is_directory_missing(const std::string& name) const {
    return facts_.has_empty_directory || facts_.wanted_without_module.contains(name)
           || !by_name_.at(name)->deletion_hooks.empty();
  }

  /// True if the source that had switched the module on still has the flag `true`, but is no longer used.
  [[nodiscard]] bool is_source_left_out(const found_release& x) const {
    const auto at = facts_.left_out.find(x.name);
    return at != facts_.left_out.end() && x.want && at->second.contains(*x.want);
  }

  const discovery_facts& facts_;
  std::map<std::string, const found_release*> by_name_;
};

/// Notes, for people, what an unconfirmed release has lost, and what its removal would take with it.
void note_losses(discovered_modules& found, const discovery_facts& facts, const found_release& x) {
  if (!x.lost_directory.empty())
    found.losses.push_back(fmt::format("'{}' came from directory of modules {}, which --modules-dir does not name",
                                       x.name, x.lost_directory));
  if (!x.deletion_hooks.empty() && !base::contains(facts.modules, x.name)) {
    std::set<std::string> hooks;
    for (const auto& [key, name] : x.deletion_hooks) hooks.insert(name);
    found.losses.push_back(fmt::format("without its directory no hook of the deletion of '{}' would run: {}", x.name,
                                       fmt::join(hooks, ", ")));
  }
  if (!x.bearing.empty()) found.losses.push_back(fmt::format("with '{}' would go for good: {}", x.name, x.bearing));
}

/// Notes the sources that contradict the removal of a release.
void note_reasons(discovered_modules& found, const discovery_facts& facts, const std::string& name) {
  if (const auto at = facts.misspelt.find(name); at != facts.misspelt.end()) found.misspelt.insert(*at);
  if (const auto at = facts.wanted_without_module.find(name); at != facts.wanted_without_module.end())
    found.wanted_without_module.insert(*at);
  if (const auto at = facts.left_out.find(name); at != facts.left_out.end())
    found.of_left_out_source.emplace(name, values::describe(*at->second.rbegin()));
  const auto* release = own_release(facts, name);
  if (release == nullptr) return;
  if (!release->other_config_map.empty()) found.of_other_config_map.emplace(name, release->other_config_map);
  note_losses(found, facts, *release);
}

/// Withdraws removals that may have no other reason than something missing.
void hold_doubtful_removals(discovered_modules& found, const discovery_facts& facts, const own_releases& own) {
  std::vector<std::vector<std::string>*> doubtful{&found.to_delete};
  if (!facts.purges_without_modules) doubtful.push_back(&found.to_purge);
  const auto take_back = [&](std::vector<std::string>& kept, const auto& which) {
    for (auto* removals : doubtful) {
      std::copy_if(removals->begin(), removals->end(), std::back_inserter(kept), which);
      std::erase_if(*removals, which);
    }
    std::sort(kept.begin(), kept.end());
  };
  const auto is_there = [&](const std::string& name) { return own.is_there(name); };
  // A missing hook may switch any of these modules on.
  if (facts.global_hooks == hooks_known::some) return take_back(found.kept_without_hooks, is_there);
  if (facts.config_map != values::config_map_state::written) return take_back(found.kept_without_config_map, is_there);
  std::copy_if(facts.modules.begin(), facts.modules.end(), std::back_inserter(found.in_doubt),
               [&](const auto& module) { return own.is_in_doubt(module); });
  std::sort(found.in_doubt.begin(), found.in_doubt.end());
  auto unasked = std::ssize(found.in_doubt);
  std::set<std::string> all(found.to_purge.begin(), found.to_purge.end());
  all.insert(found.to_delete.begin(), found.to_delete.end());
  for (const auto* removals : doubtful)
    unasked +=
      std::count_if(removals->begin(), removals->end(), [&](const auto& name) { return own.is_unasked(name); });
  const bool is_last = !own.is_any_left(all);
  take_back(found.unconfirmed, [&](const std::string& name) {
    if (!own.is_unasked(name)) return false;
    // The removal of a single release is normal, for example after a user has removed its directory. The
    // removal of several releases at once, or of the last release, looks like a loss of values or
    // directories.
    return unasked > 1 || own.is_held_alone(name) || (is_last && base::contains(facts.modules, name));
  });
  for (const auto& name : found.unconfirmed) note_reasons(found, facts, name);
}

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

std::set<std::string> releases_without_module(const discovered_modules& found) {
  std::set<std::string> names;
  for (const auto* list :
       {&found.to_purge, &found.spared, &found.unconfirmed, &found.kept_without_config_map, &found.kept_without_hooks})
    names.insert(list->begin(), list->end());
  return names;
}

const found_release* own_release(const discovery_facts& facts, const std::string& module) {
  const auto at = std::find_if(facts.released.begin(), facts.released.end(), [&](const found_release& x) {
    return x.owned && x.name == module && !x.is_uninstalled && !x.is_removal_begun;
  });
  return at == facts.released.end() ? nullptr : &*at;
}

bool would_be_deleted(const discovery_facts& facts, const std::string& module) {
  return facts.active.contains(module)
         || std::any_of(facts.released.begin(), facts.released.end(),
                        [&](const found_release& x) { return x.owned && x.name == module; });
}

discovered_modules decide_modules(const discovery_facts& facts) {
  discovered_modules found;
  found.config_map = facts.config_map;
  found.wanted_by = facts.wanted_by;
  found.off_reasons = facts.off_reasons;
  found.off_doubts = facts.off_doubts;
  found.wanted_by.insert(facts.wanted_before.begin(), facts.wanted_before.end());
  const own_releases own(facts);
  std::set<std::string> known(facts.modules.begin(), facts.modules.end());
  std::set<std::string> foreign;
  // If there are no modules at all, a directory is probably not mounted.
  const bool are_any_there = facts.has_modules && !facts.modules.empty();
  auto& strays = !are_any_there && !facts.purges_without_modules ? found.spared : found.to_purge;
  for (const auto& release : facts.released) {
    const bool is_foreign = !release.owned && release.other_platform.empty() && !release.is_uninstalled;
    if (is_foreign) foreign.insert(release.name);
    if (release.owned && !known.contains(release.name)) strays.push_back(release.name);
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
  std::sort(strays.begin(), strays.end());
  keep_for_others(found, facts);
  hold_doubtful_removals(found, facts, own);
  list_removals(found, facts, own);
  name_modules(found, facts, own);
  list_given_up(found, facts);
  return found;
}

} // namespace core::modules
