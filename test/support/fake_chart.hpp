#pragma once

#include "base/error.hpp"
#include "text/json/json.hpp"

#include <cstdint>
#include <map>
#include <string>

namespace test {

using chart_files = std::map<std::string, std::string>; ///< path in the chart -> content

/// Reads a chart as Helm does: whole, and before all other work. A file that cannot be read is an error, and
/// never a chart with fewer files.
base::result<chart_files> load_chart(const std::string& directory);

/// The files of a chart that Helm keeps in its record beside templates and values.
[[nodiscard]] chart_files kept_files(chart_files chart);
/// The templates of the chart itself, without the charts inside.
[[nodiscard]] chart_files own_templates(chart_files chart);
/// The content of a file of the chart; an empty object if there is no such file, or no map in it.
[[nodiscard]] text::json yaml_file(const chart_files& chart, const std::string& path);

/// The facts of a release that templates may ask for.
struct release_facts {
  std::uint32_t revision = 1;
  std::string served;         ///< versions and kinds of the cluster: `apps/v1,apps/v1/Deployment,v1`
  std::string kube_version{}; ///< `v1.37.2`
};

/// The templates of a chart with these values, as Helm prints them. Templates, also of charts in `charts`,
/// know only these expressions: `{{ .Values.PATH }}`, `{{ .Release.Revision }}`,
/// `{{ .Files.Get "PATH" }}`, which gives the content as a text on one line,
/// `{{ .Capabilities.KubeVersion }}`, `{{ .Capabilities.APIVersions.Has "V" }}`.
[[nodiscard]] std::string render_templates(const chart_files& chart, const text::json& values, const release_facts& x);

} // namespace test
