#pragma once

#include "kube/access/cluster.hpp"
#include "text/json/json.hpp"

#include <map>
#include <string>
#include <vector>

namespace kube::access {

/// A named entry of a kubeconfig and the file it stands in.
struct kubeconfig_entry {
  text::json body;
  std::string file;
};

/// Several kubeconfigs read as a single file: of entries with the same name the first counts.
struct merged_kubeconfig {
  using entries = std::map<std::string, kubeconfig_entry>;

  std::string current_context;
  entries contexts;
  entries clusters;
  entries users;
  std::vector<std::string> files; ///< the files that were read
};

/// Reads and merges the files, in order of precedence.
/// Errors: as `read`, and `invalid_input` with the file if it is no kubeconfig. With more than one path,
/// files that do not exist are skipped if at least one file exists.
[[nodiscard]] base::result<merged_kubeconfig> read_kubeconfigs(const std::vector<std::string>& paths,
                                                               const file_reader& read);

} // namespace kube::access
