#pragma once

#include "base/error.hpp"
#include "cli/options.hpp"
#include "trace/read/trace_file.hpp"
#include "trace/read/trace_moment.hpp"

#include <optional>
#include <string>

namespace cli {

/// Which part of a trace is read.
struct trace_extent {
  std::optional<trace::read::trace_moment> since{};
  std::optional<trace::read::trace_moment> until{};
  bool is_whole = false; ///< however large it is, for comparisons and checks
};

/// Reads a trace file, or the events that a running operator still has. Of a file that is too large for memory it takes
/// the requested part, else the last part, and its causes. A trace without a single event is an error that says how
/// traces are made.
[[nodiscard]] base::result<trace::read::trace_file> read_trace(const trace_source& from,
                                                               const trace_extent& extent = {});

/// For stderr, a line each: lines of the file that could not be read, and the fact that some events were not read.
[[nodiscard]] std::string remarks_on(const trace::read::trace_file& file, const trace_source& from,
                                     const trace_extent& extent);

/// Asks a running operator. Errors name the socket and the next step.
/// @param query as the page takes it: `after=7&wait=true`, or empty
/// @returns the text of a trace file
[[nodiscard]] base::result<std::string> fetch_trace(const std::string& socket, const std::string& query = {});

} // namespace cli
