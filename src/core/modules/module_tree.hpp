#pragma once

#include "core/base/error.hpp"

#include <string>
#include <vector>

namespace core {

/// A directory below one of those in $MODULES_DIR.
struct module_candidate {
  std::string path;              ///< absolute
  std::string directory_name;    ///< last part of the path
  std::size_t modules_directory; ///< in which directory of $MODULES_DIR it lies
};

/// A module that can be loaded.
struct found_module {
  std::string name; ///< `ingress-nginx` of `010-ingress-nginx`
  module_candidate at;
};

/// What lies in the directories of $MODULES_DIR.
struct module_tree {
  std::vector<found_module> modules; ///< in the order of execution: by directory name, byte order
  std::vector<std::string> warnings; ///< directories that do not count, each with the reason
  std::vector<std::string> errors;   ///< names that no module can have
};

/// Finds the modules among directories in any order. Of two with the same name the one in the earlier directory of
/// $MODULES_DIR counts. A name that no module can have is an error with a suggestion.
[[nodiscard]] module_tree find_modules(std::vector<module_candidate> candidates);

} // namespace core
