#pragma once

#include "base/error.hpp"
#include "core/values/layers.hpp"
#include "text/json/json.hpp"

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>

namespace core::config {

/// The layers of a section and the values that they make.
struct section_record {
  values::section_layers layers;
  text::json base = text::json::object();   ///< the values without patches
  text::json values = text::json::object(); ///< the effective values
  std::optional<text::json> accepted;       ///< the last values that the schema of values has accepted
  /// The last content of the ConfigMap that its schema has accepted, with defaults; nullopt: the section is
  /// absent, or there is no schema.
  std::optional<text::json> accepted_config;
  /// Rules in CEL that the last checks have skipped (see `schema::check`), until they are taken.
  std::set<std::string> skipped_rules;
  std::uint64_t revision = 0; ///< of the last change of the section
};

/// Checks the values by their schema, and compares them with the values that it has accepted before. Notes
/// accepted values. The error lists all violations with their origins.
/// @param context names the values in the message
[[nodiscard]] base::result<void> check_values(section_record& section, const std::string& key,
                                              const std::string& context);

/// Works out the values anew after a change of the configuration. The schema of the ConfigMap does not check
/// them, because the module may be switched off. An error (`invalid_input`), which begins with `context`,
/// says that the defaults of the schema would make the values too large; then the section does not change.
[[nodiscard]] base::result<void> rework_values(section_record& section, const std::string& key,
                                               const std::string& context);

/// Works out the values anew if the schema of the ConfigMap accepts its content with the defaults. A value of
/// a values file is not checked here, and a name that a values file provides is not missing. An empty section
/// is accepted without a check, because no user has written it. Rules about `oldSelf` compare the content
/// with the last accepted content. On an error, which begins with `context`, the section does not change.
/// @param patched_by places that a config patch, which is being checked, has set. Values patches lie above
/// the values that are checked here.
[[nodiscard]] base::result<void> reconfigure(section_record& section, const std::string& key,
                                             const std::string& context,
                                             std::map<text::json_pointer, values::patch_source> patched_by = {});

/// Checks new values in advance, so that the first patch costs no more than later patches. Violations are not
/// reported here: the check of the next values patch, or of the values for Helm, finds them again.
void accept_if_valid(section_record& section, const std::string& key);

} // namespace core::config
