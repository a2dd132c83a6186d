#pragma once

#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace core::config {

/// The ways in which a key that a user has written may stand for the key that the user has meant.
enum class slip_kind {
  letters,     ///< no module has the written key, and it differs from the meant key by a letter or two
  unusable,    ///< no module has the written key (`values.yaml`), and its unusable text may hold the meant key
  nested,      ///< the meant key is in a section, where it is not read: `global.dbEnabled`, `web.db`
  commented,   ///< the meant key is in a comment of a section's text: `web: # dbEnabled`
  flag_of_none ///< the written key is a flag without a module, and says `true`
};

/// A key of the ConfigMap, or of a values file, that has no meaning there, and the key that its author has
/// probably meant.
struct misspelt_key {
  std::string meant;   ///< `dbEnabled`
  std::string written; ///< `dbEnabld`
  slip_kind kind = slip_kind::letters;

  friend bool operator==(const misspelt_key&, const misspelt_key&) = default;
};

/// A line for people who miss the effect of the key that was meant.
/// @param where the key stands
[[nodiscard]] std::string describe(const misspelt_key& slip, std::string_view where = "the ConfigMap");

/// The keys that have a meaning in a values file and in a ConfigMap: `global`, and the section and the flag
/// of each module.
/// @param sections keys of the modules' sections, with or without `global`
[[nodiscard]] std::set<std::string> known_values_keys(const std::vector<std::string>& sections);

/// The keys of `known_values_keys`, and the keys that pause modules, which only a ConfigMap has.
[[nodiscard]] std::set<std::string> known_config_keys(const std::vector<std::string>& sections);

/// Unknown keys, each with the missing known keys that differ from it by a letter or two. In byte order.
/// @param written all keys of the ConfigMap
[[nodiscard]] std::vector<misspelt_key> misspelt_keys(const std::set<std::string>& written,
                                                      const std::set<std::string>& known);

} // namespace core::config
