#pragma once

#include "base/error.hpp"
#include "text/json/json.hpp"

#include <map>
#include <string>
#include <vector>

namespace commands {

/// The objects of a cluster in a file.
struct objects_file {
  std::vector<text::json> objects;
  std::string server_version{}; ///< of the API server; empty: not known
};

/// Reads objects as `kubectl get -o yaml` or `plan --export` writes them: documents of YAML or JSON, each an
/// object or a list.
[[nodiscard]] base::result<objects_file> read_objects_file(const std::string& path);

/// Writes such a file, which only the user may read, because it has Secrets.
[[nodiscard]] base::result<void> write_objects_file(const std::string& path, const objects_file& x);

/// Reads the keys of a ConfigMap: from the object itself, or from a mapping of its keys, whose values are
/// texts or trees.
[[nodiscard]] base::result<std::map<std::string, std::string>> read_config_file(const std::string& path);

} // namespace commands
