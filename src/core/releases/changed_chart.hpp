#pragma once

#include "core/releases/changed_values.hpp"
#include "core/releases/revision_contents.hpp"

#include <set>
#include <string>
#include <vector>

namespace core::releases {

/// The differences between the chart of a revision and the chart on disk.
struct changed_chart {
  few_names gone{};    ///< files, and charts in the chart: `charts/pg`
  few_names changed{}; ///< files
  few_names added{};   ///< files
  /// A file differs that templates may read. Hooks and the `enabled` script decide about values alone.
  bool is_rendered_otherwise = false;
  few_names dependencies{};  ///< that Chart.yaml does not name any more, by their alias
  std::string name_before{}; ///< in Chart.yaml; names of objects may depend on it
  std::string name_now{};    ///< the same: not changed
  std::string version_before{};
  std::string version_now{}; ///< the same: not changed
};

/// @param templates that objects of the revision came from; Helm's record has no other trace of charts in the
///   chart
/// @param files all files of the chart on disk
[[nodiscard]] changed_chart compare_charts(const revision_contents& before, const revision_contents& now,
                                           const std::set<std::string>& templates,
                                           const std::vector<std::string>& files);

/// Whether files are in the directory of a chart (`charts/pg`), or the chart is there as an archive:
/// `charts/pg-1.2.3.tgz`.
[[nodiscard]] bool has_chart(const std::vector<std::string>& files, const std::string& directory);

} // namespace core::releases
