#pragma once

#include "base/error.hpp"
#include "cli/options.hpp"
#include "trace/read/trace_file.hpp"
#include "trace/read/trace_moment.hpp"

#include <optional>
#include <string>

namespace cli {

/// The part of a trace to read.
struct trace_extent {
  std::optional<trace::read::trace_moment> since{};
  std::optional<trace::read::trace_moment> until{};
  bool is_whole = false; ///< true: the whole trace, however large it is, for comparisons and checks
};

/// Reads a trace file, or the events that a running operator still has. Of a large file it reads the
/// requested part (or the last part) and the earlier events that caused an event in it. A trace without
/// events is an error, whose message says how to make a trace.
[[nodiscard]] base::result<trace::read::trace_file> read_trace(const trace_source& from,
                                                               const trace_extent& extent = {});

/// Remarks for stderr, a line each: lines of the file that could not be read, and events that were left out.
[[nodiscard]] std::string remarks_on(const trace::read::trace_file& file, const trace_source& from,
                                     const trace_extent& extent);

/// Asks a running operator. Errors name the socket and the next step.
/// @param query as the page takes it: `after=7&wait=true`, or empty
/// @returns the text of a trace file
[[nodiscard]] base::result<std::string> fetch_trace(const std::string& socket, const std::string& query = {});

} // namespace cli
