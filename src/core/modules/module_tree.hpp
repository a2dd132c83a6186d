#pragma once

#include "base/error.hpp"

#include <string>
#include <vector>

namespace core::modules {

/// A directory in a directory of $MODULES_DIR.
struct module_candidate {
  std::string path;              ///< absolute
  std::string directory_name;    ///< the last part of `path`
  std::size_t modules_directory; ///< index of its directory in $MODULES_DIR
  std::string unreadable{};      ///< why it cannot be read; empty: it can be read
};

/// A module that can be loaded.
struct found_module {
  std::string name;   ///< `ingress-nginx` of `010-ingress-nginx`
  std::string number; ///< `010`; set even if the directory has no number
  module_candidate at;
};

/// The content of the directories of $MODULES_DIR.
struct module_tree {
  std::vector<found_module> modules; ///< in the order of execution: by directory name with its number, byte order
  std::vector<std::string> warnings; ///< ignored directories, each with the reason
  /// The warnings about directories with a name that no module can have: their content never runs.
  std::vector<std::string> impossible;
};

/// The number for directories without a number, as in the predecessor.
inline constexpr unsigned default_unnumbered_order = 1;

/// Finds the modules among directories in any order. If two modules have the same name, the module in the
/// earlier directory of $MODULES_DIR is used. A directory with a name that no module can have stands for the
/// module that the name probably means (`010-fooBar` for `foo-bar`), unless that module exists. A module that
/// is found this way counts as unreadable: it does not run, and its release stays. If the name can mean no
/// module, or the directory cannot be read anyway, the directory is ignored.
/// @param unnumbered_order the number for directories without a number. It precedes their names, with as
/// many digits as the longest number: `plain` is sorted as `001-plain` beside `010-web`.
[[nodiscard]] module_tree find_modules(std::vector<module_candidate> candidates,
                                       unsigned unnumbered_order = default_unnumbered_order);

} // namespace core::modules
