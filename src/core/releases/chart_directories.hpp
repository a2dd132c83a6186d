#pragma once

#include "core/releases/release.hpp"

#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace core::releases {

/// Label of a revision: the parts of its chart that objects may go with.
inline constexpr std::string_view chart_directories_label = "moduleChartDirectories";
/// The labels of further parts, files that have no room in the first: `moduleChartFile.0123456789` with a
/// name for people. Their number is at most that of the charts in the chart.
inline constexpr std::string_view chart_file_prefix = "moduleChartFile.";
/// The labels of directories of charts in the chart that their templates may read by `.Files`:
/// `moduleChartDirectory.0123456789` with the name of the directory. Helm's own record does not have the
/// files of these charts.
inline constexpr std::string_view chart_directory_prefix = "moduleChartDirectory.";

/// The files of a chart that Helm reads.
struct seen_chart {
  const std::vector<std::string>& files;          ///< relative to the directory of the chart
  const std::set<std::string>& blank;             ///< those of them that have no text
  const std::set<std::string>& empty_directories; ///< that have no file below them
};

/// The parts of a chart that objects may go with: the directories at its top that objects come from
/// (`templates`, `charts`, and those that templates read by `.Files`), Chart.yaml as `Chart_yaml`, and the
/// values.yaml of charts in it, as `charts__sub__values_yaml`, and their directories as `charts/sub/files`.
/// `charts_tgz` stands for several packed charts. `hooks` and `openapi` belong to the operator, and a module
/// without Chart.yaml shows Helm no other directories. A blank file counts as missing, but holds its
/// directory.
[[nodiscard]] std::set<std::string> parts_of_chart(const seen_chart& chart);

/// True for a file such as `.gitkeep`, which keeps a directory in a repository whose content comes from
/// elsewhere, or is written by a file manager: a directory with such files alone counts as empty.
[[nodiscard]] bool is_placeholder(std::string_view path);

/// The labels that name the parts in the next revision. Names of directories that are not allowed in a label,
/// or do not fit, are left out: directories that templates read by `.Files` are in Helm's own record. Helm
/// copies the labels of the previous revision, so outdated labels are removed.
/// @param last nullopt: there is no release
[[nodiscard]] std::map<std::string, std::string> chart_labels(const std::optional<release>& last,
                                                              const std::set<std::string>& parts);

/// The labels by which an unchanged revision must be brought up to date; an empty text removes a label.
[[nodiscard]] std::map<std::string, std::string> chart_labels_due(const release& last,
                                                                  const std::set<std::string>& parts);

/// The templates that objects of a manifest come from, as paths in the chart. Helm names them by comments:
/// `# Source: CHART/templates/a.yaml`.
[[nodiscard]] std::set<std::string> templates_of_manifest(std::string_view manifest);

/// The chart of a revision, as Helm's record of it shows.
struct chart_before {
  std::set<std::string> templates{}; ///< that objects came from
  std::set<std::string> files{};     ///< that had a text, see `release_record`
  std::set<std::string> modules{};   ///< that it found in `global.enabledModules`
};

/// The parts of a chart that are missing, though its last revision had them.
struct chart_losses {
  std::vector<std::string> directories; ///< without any file
  std::vector<std::string> files;       ///< Chart.yaml, or values.yaml of a chart in it
  std::vector<std::string> blank;       ///< templates, and files for `.Files`, that have no text any more
  std::vector<std::string> charts{};    ///< directories of charts in it that are empty
  std::vector<std::string> kinds{};     ///< see `lost_file_kinds`

  [[nodiscard]] bool empty() const {
    return directories.empty() && files.empty() && blank.empty() && charts.empty() && kinds.empty();
  }
  friend bool operator==(const chart_losses&, const chart_losses&) = default;
};

/// The parts that the revision had and that are gone now. A single removed template or chart is intended, as
/// for Helm: a new version of a module may have fewer. The loss of all files of a directory, or of all its
/// files of a kind, is how a failed mount or a wrongly built image looks. A template without text is how a
/// full disk or a broken checkout looks. A template that has text and renders to nothing is a matter of its
/// values. For a revision that does not name its directories the result is empty, because they are unknown.
[[nodiscard]] chart_losses losses_of_chart(const release& revision, const chart_before& before, const seen_chart& now);

} // namespace core::releases
