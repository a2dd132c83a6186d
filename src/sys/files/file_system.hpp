#pragma once

#include <cstdint>
#include <string>

namespace sys::files {

/// The size in bytes of the file system with this path, whatever is free now; the greatest number if the
/// system does not say.
[[nodiscard]] std::uint64_t size_of_file_system(const std::string& path);

} // namespace sys::files
