#pragma once

#include <cstdint>
#include <string>

namespace sys::files {

/// The size in bytes of the file system that contains the path, used and free bytes together; the greatest
/// number if the system does not report it.
[[nodiscard]] std::uint64_t size_of_file_system(const std::string& path);

} // namespace sys::files
