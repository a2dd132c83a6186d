#include "core/modules/unused_keys.hpp"

#include "core/base/contains.hpp"
#include "core/base/edit_distance.hpp"
#include "core/values/names.hpp"

#include <string>

namespace core {

namespace {

std::vector<std::string> keys_of(const std::vector<std::string>& modules) {
  std::vector<std::string> keys{std::string(global_key)};
  for (const auto& module : modules) {
    keys.push_back(to_camel(module));
    keys.push_back(enabled_key(keys.back()));
  }
  return keys;
}

} // namespace

std::vector<ignored_key> unused_keys(const configuration& x, const std::vector<std::string>& modules) {
  auto keys = x.ignored;
  const auto known = keys_of(modules);
  const auto note = [&](const std::string& section, const std::string& key) {
    if (section == global_key || contains(modules, to_kebab(section))) return;
    const ignored_key unused{key, "no module has this name" + did_you_mean(key, known)};
    if (!contains(keys, unused)) keys.push_back(unused);
  };
  for (const auto& [key, section] : x.sections) note(key, key);
  for (const auto& [key, flag] : x.written_flags) note(key, enabled_key(key));
  for (const auto& key : x.switched_off) note(key, key);
  for (const auto& error : x.errors)
    if (!error.is_bad_name) note(error.section, error.key);
  return keys;
}

} // namespace core
