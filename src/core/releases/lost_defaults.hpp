#pragma once

#include "core/releases/revision_contents.hpp"

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace core::releases {

struct planned_upgrade;

/// True for `openapi/values.yaml` and `openapi/config-values.yaml` of a module's chart.
[[nodiscard]] bool is_schema_file(std::string_view path);

/// A digest of the schemas of a chart.
/// @param digests path in the chart -> digest of the file; other files are passed over
/// @returns empty: the chart has no schemas
[[nodiscard]] std::string schemas_digest(const std::map<std::string, std::string>& digests);

/// Values that defaults of the last revision's schemas had given and that are missing now: the schemas were
/// cut short, or have lost these defaults.
struct lost_defaults {
  std::vector<std::string> names; ///< keys of the module's section; the first few
  std::string values;             ///< values for Helm as text of JSON, with these defaults

  friend bool operator==(const lost_defaults&, const lost_defaults&) = default;
};

/// The defaults that the schemas of the last revision would add to the values of now. Another version of the
/// chart changes defaults on purpose, so these are no losses.
/// @param now with the values for Helm
/// @param module its name
/// @returns nullopt: no default is missing, or the former schemas cannot be used
[[nodiscard]] std::optional<lost_defaults> find_lost_defaults(const revision_contents& before,
                                                              const revision_contents& now, std::string_view module);

} // namespace core::releases
