#pragma once

#include <string>

namespace sys::process {

/// The absolute path of the file that this process runs, links resolved; empty if the kernel does not say.
/// (proc(5), /proc/self/exe)
[[nodiscard]] std::string own_executable();

} // namespace sys::process
