#pragma once

#include "core/base/error.hpp"
#include "core/trace/trace_file.hpp"

#include <string>

namespace cli {

/// Reads a trace file. A file without a single event is an error that says how traces are made.
[[nodiscard]] core::result<core::trace_file> read_trace(const std::string& path);

} // namespace cli
