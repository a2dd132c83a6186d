#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace sys::files {

/// An entry of a directory, with the bytes that it takes on the file system. For a directory only its direct
/// entries count.
struct used_entry {
  std::string name;
  std::uint64_t bytes = 0;
};

/// The room on the file system of a directory, and what takes it.
struct directory_use {
  std::uint64_t size = 0;            ///< bytes of the file system; 0: the system does not say
  std::uint64_t free = 0;            ///< bytes for programs without privileges
  std::vector<used_entry> largest{}; ///< a few, the largest first
  std::size_t entries = 0;           ///< that were looked at
  std::uint64_t bytes = 0;           ///< of these entries
};

/// Looks at a directory, for a message. The look is short: a bounded number of entries, and errors count as
/// no entry.
/// @param left_out entries whose names begin so are left out
[[nodiscard]] directory_use use_of_directory(const std::string& path, const std::string& left_out);

} // namespace sys::files
