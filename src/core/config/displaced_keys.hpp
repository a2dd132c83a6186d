#pragma once

#include "core/config/misspelt_keys.hpp"
#include "text/json/json.hpp"

#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace core::config {

/// The places of a ConfigMap where known keys may stand without being read: a whole file under one key, as
/// `kubectl create configmap --from-file` makes it; a section around flags; a flag without a module.
struct displaced_keys {
  std::set<std::string> unusable; ///< keys that cannot be used, and that no module has: `values.yaml`
  /// Known keys, and the places in sections that have them: `global.dbEnabled`. For a flag also `db.enabled`.
  std::map<std::string, std::set<std::string>> nested;
  /// Known keys, and the sections that have them in comments: `web: # dbEnabled`.
  std::map<std::string, std::set<std::string>> commented;
  std::set<std::string> flags_of_none; ///< that say `true`, and that no module has: `dbaseEnabled`

  /// Notes the known keys in the content of a section. A flag counts only if it is `true`, and the key of a
  /// pause only if its text pauses the module. The key of a section counts if its value is a map or the text
  /// of a map, but not in `global`, whose members may have any name. A name in the section of a module may
  /// also be a member of that section and no displaced key: only an edit that removes the known key from its
  /// own place shows the difference.
  void take_section(const std::string& key, const text::json& content, const std::set<std::string>& known);

  /// Notes the known keys in the comments of a section's text: `# dbEnabled: "true"`.
  void take_comments(const std::string& key, std::string_view text, const std::set<std::string>& known);

  [[nodiscard]] bool contains(const misspelt_key& slip) const;
};

/// The known keys that are missing from the ConfigMap, each with the places that may have them.
/// @param missing known keys that the ConfigMap does not have
[[nodiscard]] std::vector<misspelt_key> displacements_of(const std::set<std::string>& missing,
                                                         const displaced_keys& now);

} // namespace core::config
