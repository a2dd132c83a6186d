#pragma once

#include <cstdint>
#include <functional>
#include <string_view>

namespace worlds {

/// The kind of a request to the file system.
enum class file_request { make, write, read };

/// Asks whether a request of the operator fails; the answer is an errno, or 0: it is carried out. Empty: no
/// request fails. The program is linked so that `open`, `writev` and `mkdtemp` of its own code ask here
/// first; streams of the standard library, which tests use, do not ask.
/// @param path may be empty for a write.
using file_fault = std::function<int(file_request, std::string_view path)>;
void fail_files(file_fault decide);

/// Private directories have numbers in their names while there is a `file_fault`: they begin again with 1.
void count_directories_anew();

} // namespace worlds
