#pragma once

#include <set>
#include <string>
#include <vector>

namespace core::config {

/// A key of the ConfigMap that no module has, and the key that its author has probably meant.
struct misspelt_key {
  std::string meant;   ///< `dbEnabled`
  std::string written; ///< `dbEnabld`

  friend bool operator==(const misspelt_key&, const misspelt_key&) = default;
};

/// The keys that have a meaning in a values file and in a ConfigMap: `global`, and the section and the flag
/// of each module.
/// @param sections keys of the modules' sections, with or without `global`
[[nodiscard]] std::set<std::string> known_values_keys(const std::vector<std::string>& sections);

/// The same with the keys that only a ConfigMap has: those that pause modules.
[[nodiscard]] std::set<std::string> known_config_keys(const std::vector<std::string>& sections);

/// Unknown keys, each with the missing known keys that differ from it by a letter or two. In byte order.
/// @param written all keys of the ConfigMap
[[nodiscard]] std::vector<misspelt_key> misspelt_keys(const std::set<std::string>& written,
                                                      const std::set<std::string>& known);

} // namespace core::config
