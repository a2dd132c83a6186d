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

/// Label of a revision: the parts of its chart that objects may go with.
inline constexpr std::string_view chart_directories_label = "moduleChartDirectories";

/// The files of a chart that Helm reads.
struct seen_chart {
  const std::vector<std::string>& files; ///< relative to the directory of the chart
  const std::set<std::string>& blank;    ///< those of them that have no text
};

/// The parts of a chart that objects may go with: the directories at its top that objects come from
/// (`templates`, `charts`, and directories that templates read by `.Files`), Chart.yaml as `Chart_yaml`, and
/// the values.yaml of subcharts, as `charts__sub__values_yaml`. `hooks` and `openapi` belong to the operator,
/// and Helm sees no other directories of a module without Chart.yaml. A blank file counts as missing, but its
/// directory counts as present.
[[nodiscard]] std::set<std::string> directories_of_chart(const seen_chart& chart);

/// The directories as the value of the label. Names that are not allowed in a label, and names that do not
/// fit, are left out.
[[nodiscard]] std::string label_of_directories(const std::set<std::string>& directories);

/// The templates that objects of a manifest come from, as paths in the chart. Helm names them by comments:
/// `# Source: CHART/templates/a.yaml`.
[[nodiscard]] std::set<std::string> templates_of_manifest(std::string_view manifest);

/// The parts of a chart that are missing, though its last revision had them.
struct chart_losses {
  std::vector<std::string> directories; ///< without any file
  std::vector<std::string> files;       ///< Chart.yaml, or values.yaml of a chart in it
  std::vector<std::string> blank;       ///< templates that have no text any more

  [[nodiscard]] bool empty() const { return directories.empty() && files.empty() && blank.empty(); }
  friend bool operator==(const chart_losses&, const chart_losses&) = default;
};

/// The parts that the chart of the revision had and that are gone now. A single removed template or chart is
/// intended, as for Helm: a new version of a module may have fewer. If all files of a directory are gone, a
/// mount has failed or an image was built wrongly; a template without text shows a full disk or a broken
/// checkout. A template that has text and renders to nothing is a matter of its values. For a revision that
/// does not name its directories the result is empty, because they are unknown.
/// @param templates that objects of the revision came from
[[nodiscard]] chart_losses losses_of_chart(const release& revision, const std::set<std::string>& templates,
                                           const seen_chart& now);

/// An upgrade that is held because parts of the chart have gone and objects would go with them.
struct gutted_chart {
  std::string directory; ///< of the module
  std::uint32_t revision = 0;
  chart_losses lost;
  std::vector<manifest_object> objects;
  /// Names the record for `kubectl label`, by which a user says that the objects are to go.
  std::string namespace_name{};
  std::string record{}; ///< `secret NAME`
};

[[nodiscard]] objection objection_to(const gutted_chart& x);

} // namespace core::releases
