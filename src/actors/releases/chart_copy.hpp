#pragma once

#include "actors/releases/chart_files.hpp"
#include "base/error.hpp"

#include <string>

namespace actors::releases {

/// Copies a chart for a run of Helm, and adds a Chart.yaml if the chart has no such file. Helm reads the
/// files later than the operator, and a Helm for each task reads them twice. With a copy, the digest is of
/// the bytes that Helm reads, even if the module's directory changes. Blocks.
/// Why so: docs/decisions/helm-reads-a-copy.md
/// @param target the directory to create
/// @returns `unavailable` if a file has changed since it was read, or if the directory has other files. A
///   part of the copy may exist then.
[[nodiscard]] base::result<void> copy_chart(const std::string& directory, const chart_on_disk& chart,
                                            const std::string& module, const std::string& target);

} // namespace actors::releases
