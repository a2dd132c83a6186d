#pragma once

#include "base/error.hpp"

#include <string>

namespace sys::files {

/// Removes a file, or a directory with its content, of any depth and length. Links are removed and never
/// followed; directories of this user that may not be written are made writable; mounted file systems are
/// neither entered nor removed. If an entry cannot be removed, all further entries are still removed: the
/// error names the first such entry and the reason. A missing path is a success. Needs two descriptors, and
/// memory for the names of the directories that are still to be removed. Blocks.
[[nodiscard]] base::result<void> remove_tree(const std::string& path);

/// Renames a directory to `PATH.gone` before its removal. So a program that reads the directory by its path
/// meanwhile finds that the directory has gone, and never a part of it. If the rename fails, the directory is
/// removed in place.
[[nodiscard]] base::result<void> remove_tree_at_once(const std::string& path);

} // namespace sys::files
