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

/// Values that defaults of the last revision's schemas, or values.yaml of its chart, had given and that are
/// missing now: a file was cut short, or half merged.
struct lost_defaults {
  std::vector<std::string> names;  ///< keys of the module's section; the first few
  std::string values;              ///< values for Helm as text of JSON, with the missing values
  std::vector<std::string> keys{}; ///< places of the chart's values.yaml, for people; the first few

  friend bool operator==(const lost_defaults&, const lost_defaults&) = default;
};

/// The defaults that the schemas of the last revision would add to the values of now, and the values that
/// values.yaml had for the chart alone. Another version of the chart changes them on purpose, so these are no
/// losses. For a chart with dependencies values.yaml is not compared, because Helm's record has the values of
/// charts in the chart there.
/// @param now with the values for Helm
/// @param module its name
/// @returns nullopt: nothing is missing, or the former schemas cannot be used and nothing else is missing
[[nodiscard]] std::optional<lost_defaults> find_lost_defaults(const revision_contents& before,
                                                              const revision_contents& now, std::string_view module);

} // namespace core::releases
