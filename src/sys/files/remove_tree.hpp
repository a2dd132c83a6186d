#pragma once

#include "base/error.hpp"

#include <string>

namespace sys::files {

/// Removes a file, or a directory with all that is in it, of any depth and length. Links are removed and never followed;
/// directories of this user that may not be written are made writable; what is mounted below is neither entered nor
/// removed. One thing that stays does not keep the others: the error names the first such thing and why it stays. Nothing there is a
/// success. Needs two descriptors, and memory for the names of the directories that are not done. Blocks.
[[nodiscard]] base::result<void> remove_tree(const std::string& path);

} // namespace sys::files
