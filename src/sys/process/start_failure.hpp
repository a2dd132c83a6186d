#pragma once

#include "sys/process/process.hpp"

#include <string>

namespace sys::process {

/// Why the kernel refused to start a process, in words: names the file and, where it is known, the next step.
/// Looks at the file system, because an error number has many reasons: ENOENT is a missing file, a missing directory
/// and a script with a missing interpreter.
[[nodiscard]] std::string describe_start_failure(const process_spec& spec, int error_number);

} // namespace sys::process
