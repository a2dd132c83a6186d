#pragma once

#include "base/error.hpp"
#include "core/releases/chart.hpp"

#include <map>
#include <set>
#include <string>
#include <vector>

namespace actors::releases {

/// The current content of a module's chart on disk.
struct chart_on_disk {
  core::releases::chart chart;
  /// True if the chart uses `.Capabilities`, or requires a version of Kubernetes, so that version and kinds
  /// of the cluster are an input.
  bool asks_capabilities = false;
  std::vector<std::string> files;   ///< files that Helm reads; relative to the module's directory
  std::vector<std::string> digests; ///< digests of `files`, in the same order
  std::set<std::string> blank;      ///< those of `files` without text
  std::map<std::string, core::releases::file_damage> damaged; ///< those of `files` that are damaged
  std::set<std::string> hidden;                               ///< files and directories that `.helmignore` leaves out
  std::set<std::string> empty_directories;                    ///< directories without any file below them
};

/// Reads the files of a module's directory that Helm reads. Links to directories are followed. Blocks.
/// `hooks/venv` is left out, because a chart with a Python environment would not fit into a release. Packed
/// dependencies are unpacked. An unreadable file is an error and is never skipped; the same holds for a link
/// without a target or in a circle.
/// @param module name of the module
[[nodiscard]] base::result<chart_on_disk> read_chart_files(const std::string& directory, const std::string& module);

/// Lists the files of `read_chart_files` again, without reading them. Blocks.
/// @returns the files, as in `chart_on_disk`
[[nodiscard]] base::result<std::vector<std::string>> list_chart_files(const std::string& directory);

} // namespace actors::releases
