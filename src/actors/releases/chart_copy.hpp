#pragma once

#include "actors/releases/chart_files.hpp"
#include "base/error.hpp"

#include <string>

namespace actors::releases {

/// Copies a chart for a run of Helm, with a Chart.yaml if the module has none. Helm opens the files of a
/// chart later than the operator, and a helm for each task opens them twice. With a copy the digest names the
/// bytes that Helm reads, even while the module's directory changes. Blocks.
/// Why so: docs/decisions/helm-reads-a-copy.md
/// @param target directory that is made
/// @returns `unavailable` if a file is not as it was read, in which case a part of the copy may be there
[[nodiscard]] base::result<void> copy_chart(const std::string& directory, const chart_on_disk& chart,
                                            const std::string& module, const std::string& target);

} // namespace actors::releases
