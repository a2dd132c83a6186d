#include "core/releases/lost_modules.hpp"

#include "core/values/names.hpp"
#include "text/json/json.hpp"
#include "text/yaml/json_for_yaml.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cstddef>
#include <vector>

namespace core::releases {

lost_module_map lost_modules(const std::set<std::string>& found, const values::value_standing& now) {
  lost_module_map lost;
  for (const auto& name : found) {
    const auto flagged = now.missing_modules.find(name);
    // A flag without a directory shows a lost directory, so its source is named.
    if (flagged != now.missing_modules.end())
      lost.insert(*flagged);
    else if (now.settled_modules && !now.settled_modules->contains(name))
      lost.emplace(name, "");
  }
  return lost;
}

std::set<std::string> without_flag(const lost_module_map& x) {
  std::set<std::string> found;
  for (const auto& [module, source] : x)
    if (source.empty()) found.insert(module);
  return found;
}

/// The modules come last, whatever their order in a discovery: templates look for names only.
std::string values_with_modules(const std::string& values, const std::set<std::string>& modules) {
  const auto parsed = text::parse_json(values);
  if (!parsed) return values;
  const auto* global = parsed->find(values::global_key);
  const auto before = global == nullptr ? text::json() : *global;
  const auto* named = before.find(values::enabled_modules_key);
  auto all = named != nullptr && named->is_array() ? named->as_array() : text::json::array_type();
  for (const auto& module : modules) all.emplace_back(module);
  return text::json_for_yaml(
    parsed->with(values::global_key, before.with(values::enabled_modules_key, text::json::array(std::move(all))))
      .dump());
}

objection objection_to_lost(const std::string& module, const std::string& source, const std::string& seen_by) {
  const auto flag = values::enabled_key(values::to_camel(module));
  return {
    fmt::format("module '{}' was on when the last revision of release '{}' was made, and is off since the start of "
                "the operator: {}. It has no release, so no object was deleted, and its hooks of the deletion do not "
                "run",
                module, seen_by,
                source.empty() ? fmt::format("no source has a flag {}", flag)
                               : fmt::format("no directory has its name, though {} is true in: {}", flag, source)),
    fmt::format("If this is a mistake, bring its {} back; else write {}: \"false\" into the ConfigMap, and delete "
                "by hand what its hooks have made",
                source.empty() ? "flag or directory" : "directory", flag)};
}

objection objection_to(const lost_module_map& lost) {
  std::vector<std::string> named;
  std::vector<std::string> flags;
  std::size_t flagged = 0;
  for (const auto& [module, source] : lost) {
    const auto flag = values::enabled_key(values::to_camel(module));
    named.push_back(source.empty() ? fmt::format("'{}' (no source has a flag {})", module, flag)
                                   : fmt::format("'{}' ({} is true in: {})", module, flag, source));
    flags.push_back(fmt::format("{}: \"false\"", flag));
    if (!source.empty()) ++flagged;
  }
  // Of a list with both kinds only the words behind each name are true.
  const auto* though = flagged == lost.size() ? ", though their flag is true"
                       : flagged == 0         ? ", though nothing written switches them off"
                                              : "";
  return {fmt::format("its last revision has found modules in global.enabledModules that are not there{}: {}", though,
                      fmt::join(named, ", ")),
          fmt::format("Bring their directories{} back and restart the operator; or, if they are to go, write {} into "
                      "the ConfigMap",
                      flagged == lost.size() ? "" : " or flags", fmt::join(flags, ", "))};
}

} // namespace core::releases
