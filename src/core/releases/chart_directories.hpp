#pragma once

#include "core/releases/manifest.hpp"
#include "core/releases/objection.hpp"
#include "core/releases/release.hpp"

#include <cstdint>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace core::releases {

/// Label of a revision: the directories at the top of its chart.
inline constexpr std::string_view chart_directories_label = "moduleChartDirectories";

/// The top directories of a chart that objects come from: `templates`, `charts`, and the directories that
/// templates read by `.Files`. `hooks` and `openapi` belong to the operator, and a module without Chart.yaml
/// shows Helm no other directories.
/// @param files that Helm reads, relative to the directory of the chart
[[nodiscard]] std::set<std::string> directories_of_chart(const std::vector<std::string>& files);

/// The directories as the value of the label. Names that are not allowed in a label, and names that do not
/// fit, are left out.
[[nodiscard]] std::string label_of_directories(const std::set<std::string>& directories);

/// The directories that the revision had and that are gone now. A single removed file is intended, as for
/// Helm: a new version of a module may have fewer templates. The loss of all files of a directory is how a
/// failed mount or a wrongly built image looks. For a revision that does not name its directories the result
/// is empty, because they are unknown.
[[nodiscard]] std::vector<std::string> lost_directories(const release& revision, const std::set<std::string>& now);

/// An upgrade that is not carried out, because it would take away objects and directories of the chart have gone.
struct gutted_chart {
  std::string directory; ///< of the module
  std::uint32_t revision = 0;
  std::vector<std::string> lost;
  std::vector<manifest_object> objects;
};

[[nodiscard]] objection objection_to(const gutted_chart& x);

} // namespace core::releases
