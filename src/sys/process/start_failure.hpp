#pragma once

#include "sys/process/process.hpp"

#include <string>

namespace sys::process {

/// The reason why the kernel has refused to start a process, for people: names the file and, where it is
/// known, the next step. It looks at the file system, because an error number has many causes: ENOENT is a
/// missing file, a missing directory, or a script with a missing interpreter.
[[nodiscard]] std::string describe_start_failure(const process_spec& spec, int error_number);

} // namespace sys::process
