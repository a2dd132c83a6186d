#include "core/modules/discovery_problems.hpp"

#include "core/values/names.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace core::modules {

std::string describe_spared(const discovered_modules& found, const std::vector<std::string>& modules_dirs) {
  if (found.spared.empty()) return {};
  return fmt::format("no module was found in {}: these releases would be removed, and stay as they are: {}. Bring the "
                     "modules back, or say --purge-without-modules",
                     fmt::join(modules_dirs, ", "), fmt::join(found.spared, ", "));
}

std::vector<std::string> describe_foreign(const discovered_modules& found) {
  std::vector<std::string> lines;
  for (const auto& module : found.foreign)
    lines.push_back(fmt::format("module '{}' is off, but neither this operator nor flant/addon-operator has made the "
                                "release '{}', so it stays: run `helm uninstall {}` if it is to go",
                                module, module, module));
  return lines;
}

std::vector<std::string> describe_hidden(const discovered_modules& found) {
  std::vector<std::string> lines;
  for (const auto& [release, words] : found.hidden)
    lines.push_back(fmt::format("release '{}' has no module that is on, and its objects stay, because Helm does not "
                                "find its records, which have lost their labels: {}",
                                release, words));
  return lines;
}

std::vector<std::string> describe_unasked(const discovered_modules& found) {
  std::vector<std::string> lines;
  for (const auto& [module, path] : found.unasked)
    lines.push_back(fmt::format("module '{}': {} is not executable, so it was not asked and the module counts as "
                                "enabled: run `chmod a+rx` on it and restart the operator",
                                module, path));
  return lines;
}

namespace {

std::string describe_kept(const discovered_modules& found, const discovery_places& places) {
  const auto kept = fmt::format("these releases would be removed, and stay as they are: {}",
                                fmt::join(found.kept_without_config_map, ", "));
  if (found.config_map == values::config_map_state::made_by_hooks)
    return fmt::format("hooks alone have written the ConfigMap '{}' in namespace '{}': {}. Bring back the data that it "
                       "had, correct --config-map, or write a flag xEnabled: \"false\" for each that is to go",
                       places.config_map_name, places.config_map_namespace, kept);
  return fmt::format(
    "there is no ConfigMap '{1}' in namespace '{0}': {2}. Bring the ConfigMap back, correct "
    "--config-map, or run `kubectl -n {0} create configmap {1}` if they are to go: an empty ConfigMap counts",
    places.config_map_namespace, places.config_map_name, kept);
}

} // namespace

std::string hint_of(const release_removal& x, const discovery_places& places) {
  const auto then =
    ": the release is made again" + (x.bearing.empty() ? std::string() : ", though not what goes with " + x.bearing);
  if (x.cause == removal_cause::no_module)
    return fmt::format("if this is a mistake, bring back the directory of the module in {} and restart the operator{}",
                       fmt::join(places.modules_dirs, ", "), then);
  if (x.cause == removal_cause::script)
    return fmt::format("if this is a mistake, repair the script or what it reads{}. No flag overrules it", then);
  if (places.flags.empty())
    return "if this is a mistake, let flags count again: --applied-module-extenders names no source of flags";
  // A weaker source could be overruled, so the hint names the strongest source.
  const auto strongest = places.flags.back();
  const bool is_file =
    strongest == values::flag_source::common_values || strongest == values::flag_source::module_values;
  return fmt::format("if this is a mistake, bring back what is missing, or set {}: {} in: {}{}{}",
                     values::enabled_key(values::to_camel(x.release)),
                     strongest == values::flag_source::config_map ? "\"true\"" : "true", values::describe(strongest),
                     is_file ? ", and restart the operator" : "", then);
}

std::string describe(const release_removal& x, const discovery_places& places) {
  return fmt::format("release '{}' is removed: {}; {}. Hint: {}", x.release, x.reason,
                     x.wanted_before.empty() ? "it is not known what had switched it on"
                                             : "before, it was switched on by: " + x.wanted_before,
                     hint_of(x, places));
}

std::string describe_held(const discovered_modules& found, const discovery_places& places) {
  if (!found.kept_without_hooks.empty())
    return fmt::format("a global hook that does not run may be what switches modules on: these releases would be "
                       "removed, and stay as they are: {}. Repair the hook, bring back what it waits for, or remove it "
                       "and restart the operator",
                       fmt::join(found.kept_without_hooks, ", "));
  if (!found.kept_without_config_map.empty()) return describe_kept(found, places);
  if (found.unconfirmed.empty()) return {};
  std::string flags;
  for (const auto& release : found.unconfirmed)
    flags += (flags.empty() ? "" : ", ") + values::enabled_key(values::to_camel(release)) + ": \"false\"";
  std::string misspelt;
  for (const auto& [release, words] : found.misspelt) misspelt += fmt::format(" ({})", words);
  std::string contradicted;
  for (const auto& [release, source] : found.wanted_without_module)
    contradicted += fmt::format(" (no module is called '{}', though {} is true in: {})", release,
                                values::enabled_key(values::to_camel(release)), source);
  for (const auto& [release, source] : found.of_left_out_source)
    contradicted += fmt::format(" ({} is true in: {}, which --applied-module-extenders leaves out)",
                                values::enabled_key(values::to_camel(release)), source);
  std::string of_other_config_map;
  for (const auto& [release, config_map] : found.of_other_config_map)
    of_other_config_map +=
      fmt::format(" ('{}' was made with ConfigMap '{}': is --config-map right?)", release, config_map);
  std::string losses;
  for (const auto& words : found.losses) losses += fmt::format(" ({})", words);
  const auto others =
    found.in_doubt.empty() ? "" : fmt::format(" (further modules cannot be used: {})", fmt::join(found.in_doubt, ", "));
  return fmt::format(
    "releases would be removed that no flag or enabled script switches off, and they stay as they are: {}{}{}{}{}{}. "
    "Bring back what had switched them on (ConfigMap '{}', modules/values.yaml, a global hook, a directory in {}), or "
    "confirm each that is to go by a key in the ConfigMap: {}",
    fmt::join(found.unconfirmed, ", "), others, misspelt, contradicted, of_other_config_map, losses,
    places.config_map_name, fmt::join(places.modules_dirs, ", "), flags);
}

std::vector<std::string> describe_doubted(const discovered_modules& found, removal_cause about) {
  std::vector<std::string> lines;
  for (const auto& [module, doubt] : found.kept_by_doubt) {
    if (doubt.about != about || !doubt.counts_at.empty()) continue;
    lines.push_back(fmt::format("module '{}' is neither run nor deleted: {}. {}, or write "
                                "'{}: \"false\"' into the ConfigMap if the module is to go",
                                module, doubt.reason, doubt.next_step, values::enabled_key(values::to_camel(module))));
  }
  return lines;
}

std::vector<std::string> describe_leaving(const discovered_modules& found) {
  std::vector<std::string> lines;
  for (const auto& [module, doubt] : found.kept_by_doubt)
    if (!doubt.counts_at.empty())
      lines.push_back(
        fmt::format("module '{0}' is neither run nor deleted: {1}. {2}; `addon-operator module pause {0}` holds "
                    "the removal (--removal-grace sets its time); write '{3}: \"false\"' into the "
                    "ConfigMap if it is to go at once",
                    module, doubt.reason, doubt.next_step, values::enabled_key(values::to_camel(module))));
  return lines;
}

std::string describe_of_others(const discovered_modules& found, const discovery_places& places) {
  if (found.of_others.empty()) return {};
  std::string releases;
  for (const auto& [release, platform] : found.of_others)
    releases += fmt::format("{}{} ({})", releases.empty() ? "" : ", ", release, platform);
  return fmt::format(
    "these releases belong to other platforms than '{}' and stay as they are: {}. If a platform in this list is a "
    "former name of this platform, say --former-platform",
    places.platform, releases);
}

std::vector<std::string> describe_kept_for_others(const discovered_modules& found, const discovery_places& places) {
  std::vector<std::string> lines;
  for (const auto& [module, platform] : found.kept_for_others) {
    if (found.kept_with_others.contains(module)) {
      lines.push_back(fmt::format("module '{}' is not run, although its release belongs to platform '{}': more modules "
                                  "of --modules-dir belong to platform '{}', so an option may be wrong. Check "
                                  "--config-map, --platform and --modules-dir",
                                  module, places.platform, platform));
      continue;
    }
    lines.push_back(
      fmt::format("module '{0}' is not run: the release '{0}' belongs to platform '{1}', and this is '{2}'. "
                  "Use another namespace; or say --platform {1} if this operator runs platform '{1}', or "
                  "--former-platform {1} if '{2}' replaces platform '{1}' for good",
                  module, platform, places.platform));
  }
  return lines;
}

std::map<std::string, std::string> held_removals(const discovered_modules& found, const discovery_places& places) {
  std::map<std::string, std::string> lines;
  if (auto line = describe_spared(found, places.modules_dirs); !line.empty())
    lines.emplace("releases without any module", std::move(line));
  if (auto line = describe_held(found, places); !line.empty()) lines.emplace("unconfirmed releases", std::move(line));
  const auto add = [&](std::vector<std::string> of_modules) {
    for (auto& line : of_modules) {
      // All these lines begin with `module 'NAME' is`.
      auto module = line.substr(0, line.find(" is "));
      lines.emplace(std::move(module), std::move(line));
    }
  };
  for (const auto about : {removal_cause::script, removal_cause::flag}) add(describe_doubted(found, about));
  add(describe_leaving(found));
  return lines;
}

std::vector<std::string> discovery_problems(const discovered_modules& found, const discovery_places& places) {
  auto lines = describe_unasked(found);
  for (const auto about : {removal_cause::script, removal_cause::flag})
    for (auto& line : describe_doubted(found, about)) lines.push_back(std::move(line));
  for (auto& line : describe_leaving(found)) lines.push_back(std::move(line));
  for (auto& line : describe_kept_for_others(found, places)) lines.push_back(std::move(line));
  for (auto& line : describe_hidden(found)) lines.push_back(std::move(line));
  if (auto spared = describe_spared(found, places.modules_dirs); !spared.empty()) lines.push_back(std::move(spared));
  if (auto held = describe_held(found, places); !held.empty()) lines.push_back(std::move(held));
  return lines;
}

} // namespace core::modules
