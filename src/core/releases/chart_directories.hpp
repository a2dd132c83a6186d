#pragma once

#include "core/releases/release.hpp"

#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace core::releases {

/// Label of a revision: the parts of its chart that objects may depend on.
inline constexpr std::string_view chart_directories_label = "moduleChartDirectories";
/// The labels of further files that do not fit into the first label: `moduleChartFile.0123456789`, with a
/// name for users. There are at most as many as subcharts, and one for requirements.yaml.
inline constexpr std::string_view chart_file_prefix = "moduleChartFile.";
/// The labels of directories in subcharts that templates may read through `.Files`:
/// `moduleChartDirectory.0123456789`, with the name of the directory. They are needed because Helm's record
/// lacks the files of subcharts.
inline constexpr std::string_view chart_directory_prefix = "moduleChartDirectory.";

/// The files of a chart that Helm reads.
struct seen_chart {
  const std::vector<std::string>& files;          ///< relative to the directory of the chart
  const std::set<std::string>& blank;             ///< files without text
  const std::set<std::string>& empty_directories; ///< directories without any file below them
};

/// The parts of a chart whose loss may remove objects:
/// - the directories at its top, because templates may read each of them by `.Files`; only `crds`, `docs`,
///   `hooks`, `images`, `lib` and `openapi` do not count;
/// - Chart.yaml, as `Chart_yaml`; requirements.yaml, as `requirements_yaml`; values.yaml of a chart in the
///   chart, as `charts__sub__values_yaml`;
/// - directories of a chart in the chart, as `charts/sub/files`; several packed charts, as `charts_tgz`.
/// A blank file counts as missing, but its directory does not count as empty.
[[nodiscard]] std::set<std::string> parts_of_chart(const seen_chart& chart);

/// True for a file like `.gitkeep`, which only keeps a directory in a repository, and for files that file
/// managers write. A directory that has only such files counts as empty.
[[nodiscard]] bool is_placeholder(std::string_view path);

/// The labels of the next revision that name the parts. A directory is left out if its name is not allowed in
/// a label or does not fit; Helm's record shows directories that templates read through `.Files`. Helm copies
/// the labels of the previous revision, so outdated labels are removed.
/// @param last nullopt: there is no release
[[nodiscard]] std::map<std::string, std::string> chart_labels(const std::optional<release>& last,
                                                              const std::set<std::string>& parts);

/// The changes of labels that bring an unchanged revision up to date; an empty text removes a label.
[[nodiscard]] std::map<std::string, std::string> chart_labels_due(const release& last,
                                                                  const std::set<std::string>& parts);

/// The templates of the objects in a manifest, as paths in the chart. Helm writes them as comments: `#
/// Source: CHART/templates/a.yaml`.
[[nodiscard]] std::set<std::string> templates_of_manifest(std::string_view manifest);

/// The chart of a revision, according to Helm's record.
struct chart_before {
  std::set<std::string> templates{}; ///< templates of its objects
  std::set<std::string> files{};     ///< files with text, see `release_record`
  std::set<std::string> modules{};   ///< its `global.enabledModules`
  std::string schemas{};             ///< see `schemas_digest`; empty: it had no schemas
  std::string version{};             ///< of the chart; empty: not known
};

/// The parts of a chart that its last revision had and that are missing now.
struct chart_losses {
  std::vector<std::string> directories; ///< directories without files
  std::vector<std::string> files;       ///< Chart.yaml, requirements.yaml, or values.yaml of a subchart
  std::vector<std::string> blank;       ///< templates, and files for `.Files`, that have lost their text
  std::vector<std::string> charts{};    ///< empty directories of subcharts
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
