#pragma once

#include "base/error.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace sys::files {

/// An entry of a tree.
struct tree_entry {
  std::string path;           ///< below the root, parts separated by `/`
  std::uint32_t mode = 0;     ///< permission bits; of the target if it is a link
  bool is_directory = false;  ///< a directory or a link to a directory
  bool is_executable = false; ///< a regular file, or a link to such a file, with any of the three execute bits
  bool is_symlink = false;    ///< a link that leads nowhere is neither directory nor executable
};

/// Lists everything below a directory, sorted by the bytes of the path. Links to directories are listed, not
/// entered; the root itself may be such a link. Entries that vanish during the walk are left out.
[[nodiscard]] base::result<std::vector<tree_entry>> list_tree(const std::string& root);

/// Lists only the direct entries of a directory, in the same way.
[[nodiscard]] base::result<std::vector<tree_entry>> list_directory(const std::string& root);

} // namespace sys::files
