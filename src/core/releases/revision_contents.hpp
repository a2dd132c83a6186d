#pragma once

#include "base/error.hpp"
#include "text/json/json.hpp"

#include <map>
#include <string>
#include <string_view>

namespace core::releases {

/// The inputs of a rendering that Helm keeps in the record of a revision. Charts in the chart are not among
/// them.
struct revision_contents {
  /// Path in the chart -> digest. All files but Chart.yaml, values.yaml, values.schema.json, .helmignore,
  /// locks of dependencies and charts in it.
  std::map<std::string, std::string> files{};
  std::map<std::string, std::string> schemas{};   ///< texts of the schemas in `openapi`; only of a record
  text::json metadata = text::json::object();     ///< Chart.yaml
  text::json chart_values = text::json::object(); ///< values.yaml of the chart
  text::json values = text::json::object();       ///< that Helm was given
};

/// Decodes these parts of a record.
/// @param secret JSON text of the whole Secret or ConfigMap
/// Errors as for `read_record`.
[[nodiscard]] base::result<revision_contents> read_revision_contents(std::string_view secret);

/// The same parts of a chart on disk.
/// @param files of the chart that Helm reads, with their digests
/// @param chart_yaml, values_yaml texts of these files; a text that is no YAML gives an empty part
[[nodiscard]] revision_contents contents_on_disk(std::map<std::string, std::string> files, std::string_view chart_yaml,
                                                 std::string_view values_yaml, std::string_view values);

/// Adds requirements.yaml of a chart on disk, in which charts of Helm 2 have their dependencies. As Helm
/// does, its members count over those of Chart.yaml, and the file itself is in the record of a chart with
/// apiVersion v1 only.
/// @param requirements_yaml a text that is no YAML adds nothing
void add_requirements(revision_contents& x, std::string_view requirements_yaml);

} // namespace core::releases
