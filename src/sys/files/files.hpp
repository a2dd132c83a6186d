#pragma once

#include "base/error.hpp"

#include <cstdint>
#include <functional>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace sys::files {

// All functions here name the path in their errors. Codes: `not_found`, `already_exists`, `forbidden`,
// `invalid_input` (not a regular file, too big), `io` for the rest. They block, and may be called from any
// thread.

/// The maximal size of a file that is read. The default is above the size of any file that a person or a hook
/// writes.
struct read_limit {
  std::uint64_t bytes_max = std::uint64_t{64} << 20;
};

/// For a file that the user of a command has named.
inline constexpr read_limit whole_file{.bytes_max = std::numeric_limits<std::uint64_t>::max()};

/// Reads a whole regular file. A file above the limit is an error that names both sizes; content is never cut
/// off.
[[nodiscard]] base::result<std::string> read_file(const std::string& path, read_limit limit = {});

/// Reads a whole regular file in pieces of 64 KiB at most: for a file that need not fit into memory.
[[nodiscard]] base::result<void> read_file_in_pieces(const std::string& path,
                                                     const std::function<void(std::string_view)>& take);

/// The first bytes of a regular file, `bytes_max` at most.
[[nodiscard]] base::result<std::string> read_beginning(const std::string& path, std::size_t bytes_max);

/// The size of a regular file in bytes; nullopt if there is no such file.
[[nodiscard]] std::optional<std::uint64_t> size_of_file(const std::string& path);

/// Makes a new file with mode 0600. An existing file is neither overwritten nor followed: `already_exists`.
/// After an error no part of the file stays behind.
[[nodiscard]] base::result<void> write_file_private(const std::string& path, std::string_view content);
/// Writes parts of a file, in their order.
using write_parts = std::function<base::result<void>(const std::vector<std::string_view>&)>;
/// Makes such a file. @param content calls its argument with all parts, a few at a time, and returns the
/// first error
[[nodiscard]] base::result<void>
write_file_private(const std::string& path, const std::function<base::result<void>(const write_parts&)>& content);

/// Whether anything exists at the path, links followed.
[[nodiscard]] bool path_exists(const std::string& path);

/// Whether a directory exists at the path, links followed.
[[nodiscard]] bool directory_exists(const std::string& path);

/// Whether an empty regular file exists at the path, links followed.
[[nodiscard]] bool is_empty_file(const std::string& path);

/// Whether a regular file with an execute bit exists at the path, links followed.
[[nodiscard]] bool is_executable_file(const std::string& path);

/// Makes a directory and its missing parents, with mode 0700. An existing directory stays as it is.
[[nodiscard]] base::result<void> make_directories(const std::string& path);

/// Removes a file if it exists. A file that cannot be removed stays without a report.
void remove_file(const std::string& path) noexcept;

} // namespace sys::files
