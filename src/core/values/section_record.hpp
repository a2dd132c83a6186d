#pragma once

#include "core/base/error.hpp"
#include "core/text/json.hpp"
#include "core/values/layers.hpp"

#include <cstdint>
#include <map>
#include <optional>
#include <string>

namespace core {

/// The layers of a section and what they come to.
struct section_record {
  section_layers layers;
  json base = json::object();   ///< the values without patches
  json values = json::object(); ///< the effective values
  std::optional<json> accepted; ///< the last values that the schema of values has accepted
  std::uint64_t revision = 0;   ///< in which the section was changed last
};

/// Checks values by one of the schemas in `layers`. The error tells all violations with their origins.
/// @param context what is checked, for the message
/// @param accepted what this schema has accepted before
[[nodiscard]] result<void> check_values(const std::optional<schema>& rules, const json& values,
                                        const section_layers& layers, const std::string& key,
                                        const std::string& context, const std::optional<json>& accepted = std::nullopt);

/// Works out the values anew after a change of the configuration, which the schema must accept. An empty section is
/// accepted as it is: nobody has written it.
/// On an error, which begins with `context`, nothing is changed.
/// @param patched_by what a config patch that is being checked has set. Values patches lie above what is checked here.
[[nodiscard]] result<void> reconfigure(section_record& section, const std::string& key, const std::string& context,
                                       std::map<json_pointer, patch_source> patched_by = {});

/// Looks at new values as soon as they are there, so that the first patch costs no more than those after it. If the schema
/// refuses them, those are told who are held up by it: the hook that patches them, or Helm.
void accept_if_valid(section_record& section, const std::string& key);

} // namespace core
