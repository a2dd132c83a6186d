#pragma once

#include "core/releases/revision_contents.hpp"

#include <string>
#include <vector>

namespace core::releases {

/// The parts of `dependencies` in Chart.yaml, or in requirements.yaml (Helm 2), that a revision had and the
/// chart on disk has lost, although the charts in the chart are there, and name and version of the chart are
/// the same: `charts/redis (alias cache)`, `charts/redis (import-values)`. Helm then gives such a chart other
/// names or values. A file that is cut short, or a tool that writes it anew, loses them.
/// @param files all files of the chart on disk
[[nodiscard]] std::vector<std::string> lost_dependencies(const revision_contents& before, const revision_contents& now,
                                                         const std::vector<std::string>& files);

} // namespace core::releases
