#pragma once

#include "core/releases/manifest.hpp"
#include "core/releases/release.hpp"

#include <cstdint>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace core::releases {

/// Label of a revision: the directories at the top of its chart.
inline constexpr std::string_view chart_directories_label = "moduleChartDirectories";

/// The directories at the top of a chart that objects come from: `templates`, `charts`, and those that templates read by
/// `.Files`. `hooks` and `openapi` are of the operator, and a module without Chart.yaml shows Helm no others.
/// @param files that Helm reads, relative to the directory of the chart
[[nodiscard]] std::set<std::string> directories_of_chart(const std::vector<std::string>& files);

/// They as the value of the label. Names that no label may have are left out, and those that do not fit.
[[nodiscard]] std::string label_of_directories(const std::set<std::string>& directories);

/// The directories that the revision had and that have gone. One file that has gone is a wish, as for Helm: a new version of
/// a module may have fewer templates. All of them at once are what a failed mount or an image that was built wrongly looks like.
/// Of a revision that does not name its directories nothing is known.
[[nodiscard]] std::vector<std::string> lost_directories(const release& revision, const std::set<std::string>& now);

/// An upgrade that is not carried out, because it would take away objects and directories of the chart have gone.
struct gutted_chart {
  std::string directory; ///< of the module
  std::uint32_t revision = 0;
  std::vector<std::string> lost;
  std::vector<manifest_object> objects;
};

/// The reason for people, with the way out.
[[nodiscard]] std::string describe(const gutted_chart& x);

} // namespace core::releases
