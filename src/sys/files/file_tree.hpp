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

/// The names of the direct entries, in no order. No entry is examined.
[[nodiscard]] base::result<std::vector<std::string>> list_names(const std::string& root);

/// A state of the list of a directory's names.
struct directory_state {
  std::uint64_t device = 0;
  std::uint64_t inode = 0;
  std::int64_t modified_ns = 0; ///< when an entry came or went the last time, on the clock of the file system
  std::int64_t changed_ns = 0;  ///< the same, or later; tools that copy trees set only the other time

  friend bool operator==(const directory_state&, const directory_state&) = default;
};

/// Follows links. Two states that are equal have the same names, except that entries may have come and gone
/// within one tick of the file system's clock, some milliseconds.
[[nodiscard]] base::result<directory_state> directory_state_of(const std::string& path);

} // namespace sys::files
