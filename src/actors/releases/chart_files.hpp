#pragma once

#include "base/error.hpp"
#include "core/releases/chart.hpp"

#include <set>
#include <string>
#include <vector>

namespace actors::releases {

/// A module's chart as it lies on disk now.
struct chart_on_disk {
  core::releases::chart chart;
  /// The chart looks at `.Capabilities`, or demands a version of Kubernetes: version and kinds of the cluster
  /// are an input, too.
  bool asks_capabilities = false;
  std::vector<std::string> files;          ///< that Helm reads; relative to the module's directory
  std::vector<std::string> digests;        ///< of the contents of these files, in their order
  std::set<std::string> blank;             ///< those of them that have no text
  std::set<std::string> empty_directories; ///< without any file below them
};

/// Reads the files of a module's directory that Helm reads, links to directories followed. Blocks.
/// `hooks/venv` is left out: a chart with a Python environment would not fit into a release. Packed
/// dependencies are read in unpacked form. An unreadable file is an error, and never a chart with fewer
/// files; so is a link without a target or in a circle.
/// @param module its name
[[nodiscard]] base::result<chart_on_disk> read_chart_files(const std::string& directory, const std::string& module);

} // namespace actors::releases
