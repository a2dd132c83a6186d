#pragma once

#include "base/error.hpp"

#include <string>
#include <string_view>

namespace sys::files {

// Files in a user's own directories, which other programs of the user read. Their modes follow the umask.

/// Whether a file may be run as a program.
enum class file_use { read, run };

/// Makes a new file, and the missing directories above it. An existing file is neither overwritten nor
/// followed: `already_exists`. After an error no part of the file stays behind.
[[nodiscard]] base::result<void> make_user_file(const std::string& path, std::string_view content, file_use use);

/// Replaces the content of a file in one step: readers see the old or the new content. The mode of the file
/// stays. A link to a file stays, and its target is replaced.
[[nodiscard]] base::result<void> replace_user_file(const std::string& path, std::string_view content);

} // namespace sys::files
