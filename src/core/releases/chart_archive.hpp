#pragma once

#include "base/error.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace core::releases {

/// A file of a packed chart.
struct archived_file {
  std::string path; ///< long paths may be cut
  std::string content;
};

/// Reads the regular files of a packed chart: a gzipped tar archive (POSIX ustar), as `helm package` writes
/// it. The operator searches the texts in it for functions, for questions to the API server, and for objects
/// that templates name; Helm itself reads the archive to render the chart. (Without a library, because the
/// smallest library in Debian brings 30 MB with it.)
/// @returns an error (`invalid_input`) for any other content, and for an archive of more than 64 MiB after
/// unpacking.
[[nodiscard]] base::result<std::vector<archived_file>> read_chart_archive(std::string_view packed);

} // namespace core::releases
