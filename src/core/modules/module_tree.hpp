#pragma once

#include "base/error.hpp"

#include <string>
#include <vector>

namespace core::modules {

/// A directory below any of the directories in $MODULES_DIR.
struct module_candidate {
  std::string path;              ///< absolute
  std::string directory_name;    ///< last part of the path
  std::size_t modules_directory; ///< in which directory of $MODULES_DIR it lies
  std::string unreadable{};      ///< why its content is unknown; empty: it can be read
};

/// A module that can be loaded.
struct found_module {
  std::string name;   ///< `ingress-nginx` of `010-ingress-nginx`
  std::string number; ///< `010`, also for a directory without a number
  module_candidate at;
};

/// The content of the directories of $MODULES_DIR.
struct module_tree {
  std::vector<found_module> modules; ///< in the order of execution: by directory name with its number, byte order
  std::vector<std::string> warnings; ///< directories that do not count, each with the reason
  std::vector<std::string> errors;   ///< names that no module can have
};

/// The number of modules whose directories have no number, as in the predecessor.
inline constexpr unsigned default_unnumbered_order = 1;

/// Finds the modules among directories in any order. Of two modules with the same name, the module in the
/// earlier directory of $MODULES_DIR counts. A name that no module can have is an error with a suggestion, or
/// a warning if the directory cannot be looked into: it may be no module.
/// @param unnumbered_order the number of directories without a number. It is prefixed to their names with as
/// many digits as the longest number has: `plain` as `001-plain` beside `010-web`.
[[nodiscard]] module_tree find_modules(std::vector<module_candidate> candidates,
                                       unsigned unnumbered_order = default_unnumbered_order);

} // namespace core::modules
