#include "core/config/pause_slips.hpp"

#include "core/values/names.hpp"

#include <utility>

namespace core::config {

std::map<std::string, misspelt_key> pause_slips(const configuration& x, const std::set<std::string>& modules) {
  std::set<std::string> known;
  std::set<std::string> missing;
  for (const auto& module : modules) {
    const auto key = values::maintenance_key(module);
    known.insert(key);
    if (!x.keys.contains(key)) missing.insert(key);
  }
  auto slips = misspelt_keys(x.keys, known);
  // Any text that is no section may hold any key: without the edit that has brought it, that shows nothing.
  for (auto& slip : displacements_of(missing, x.displaced))
    if (slip.kind != slip_kind::unusable) slips.push_back(std::move(slip));
  std::map<std::string, misspelt_key> found;
  for (auto& slip : slips)
    if (const auto module = values::key_of_maintenance(slip.meant)) found.emplace(*module, std::move(slip));
  return found;
}

} // namespace core::config
