#pragma once

#include "base/error.hpp"
#include "cli/options.hpp"
#include "trace/read/trace_moment.hpp"

#include <initializer_list>
#include <optional>

namespace cli {

/// Replaces moments that count from the end of a trace by times of the clock. The trace of a running operator
/// ends now, the trace in a file ends with its last event. A file is read only if a moment counts from its
/// end. Errors: the file cannot be read.
[[nodiscard]] base::result<void> settle_times(const trace_source& from,
                                              std::initializer_list<std::optional<trace::read::trace_moment>*> moments);

} // namespace cli
