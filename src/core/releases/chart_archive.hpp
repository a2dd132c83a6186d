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

/// Reads the regular files of a packed chart: a tar archive (POSIX ustar), compressed by gzip, as `helm
/// package` makes it. The operator reads it only to find the functions that its templates use; Helm reads the
/// archive itself. (No library: the smallest in Debian brings 30 MB with it.)
/// @returns an error (`invalid_input`) for any other content, and for an archive of more than 64 MiB when it
/// is unpacked.
[[nodiscard]] base::result<std::vector<archived_file>> read_chart_archive(std::string_view packed);

} // namespace core::releases
