#pragma once

#include "base/error.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace core::releases {

/// A file of a packed chart.
struct archived_file {
  std::string path; ///< long ones may be cut
  std::string content;
};

/// Reads the regular files of a packed chart: a tar archive (POSIX ustar), compressed by gzip, as `helm package` makes it.
/// Only for what its templates use; Helm reads it itself. (No library: the smallest one in Debian brings 30 MB with it.)
/// @returns an error (`invalid_input`) for anything else, and for one that is larger than 256 MiB when it is unpacked.
[[nodiscard]] base::result<std::vector<archived_file>> read_chart_archive(std::string_view packed);

} // namespace core::releases
