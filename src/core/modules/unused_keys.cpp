#include "core/modules/unused_keys.hpp"

#include "base/contains.hpp"
#include "base/edit_distance.hpp"
#include "core/values/names.hpp"

#include <string>

namespace core::modules {

namespace {

std::vector<std::string> keys_of(const std::vector<std::string>& modules) {
  std::vector<std::string> keys{std::string(values::global_key)};
  for (const auto& module : modules) {
    keys.push_back(values::to_camel(module));
    const auto section = keys.back();
    keys.push_back(values::enabled_key(section));
    keys.push_back(values::maintenance_key(section));
  }
  return keys;
}

} // namespace

std::vector<config::ignored_key> unused_keys(const config::configuration& x, const std::vector<std::string>& modules) {
  auto keys = x.ignored;
  const auto known = keys_of(modules);
  const auto note = [&](const std::string& section, const std::string& key) {
    if (section == values::global_key || base::contains(modules, values::to_kebab(section))) return;
    const config::ignored_key unused{key, "no module has this name" + base::did_you_mean(key, known)};
    if (!base::contains(keys, unused)) keys.push_back(unused);
  };
  for (const auto& [key, section] : x.sections) note(key, key);
  for (const auto& [key, flag] : x.written_flags) note(key, values::enabled_key(key));
  for (const auto& key : x.switched_off) note(key, key);
  for (const auto& [key, pause] : x.paused) note(key, values::maintenance_key(key));
  for (const auto& error : x.errors)
    if (!error.is_bad_name) note(error.section, error.key);
  return keys;
}

} // namespace core::modules
