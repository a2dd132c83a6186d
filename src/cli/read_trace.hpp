#pragma once

#include "cli/options.hpp"
#include "core/base/error.hpp"
#include "core/trace/trace_file.hpp"

#include <chrono>
#include <string>

namespace cli {

/// Reads a trace file, or what a running operator still has. One without a single event is an error that says how traces
/// are made.
[[nodiscard]] core::result<core::trace_file> read_trace(const trace_source& from);

/// Asks a running operator. Errors name the socket and the next step.
/// @param query as the page takes it: `after=7&wait=true`, or empty
/// @returns the text of a trace file
[[nodiscard]] core::result<std::string> fetch_trace(const std::string& socket, const std::string& query = {});

} // namespace cli
