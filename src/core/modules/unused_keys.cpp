#include "core/modules/unused_keys.hpp"

#include "core/values/names.hpp"

#include <algorithm>

namespace core {

std::vector<ignored_key> unused_keys(const configuration& x, const std::function<bool(const std::string&)>& is_module) {
  auto keys = x.ignored;
  const auto note = [&](const std::string& section, const std::string& key) {
    if (section == global_key || is_module(to_kebab(section))) return;
    const ignored_key unused{key, "no module has this name"};
    if (std::find(keys.begin(), keys.end(), unused) == keys.end()) keys.push_back(unused);
  };
  for (const auto& [key, section] : x.sections) note(key, key);
  for (const auto& [key, flag] : x.flags) note(key, enabled_key(key));
  for (const auto& error : x.errors)
    if (!error.is_bad_name) note(error.section, error.key);
  return keys;
}

} // namespace core
