#pragma once

#include <cstdint>
#include <functional>
#include <string_view>

namespace worlds {

/// The kind of a request to the file system.
enum class file_request { make, write, read };

/// Decides whether a request of the operator fails. The result is the errno of the failure, or 0: the request
/// is carried out. Empty: no request fails. The linker leads `open`, `writev` and `mkdtemp` of the program's
/// own code here first, but not streams of the standard library, which tests use.
/// @param path may be empty for a write.
using file_fault = std::function<int(file_request, std::string_view path)>;
void fail_files(file_fault decide);

/// Restarts the numbers in the names of private directories from 1. The names have numbers while there is a
/// `file_fault`.
void count_directories_anew();

} // namespace worlds
