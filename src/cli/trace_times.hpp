#pragma once

#include "base/error.hpp"
#include "cli/options.hpp"
#include "trace/read/trace_moment.hpp"

#include <initializer_list>
#include <optional>

namespace cli {

/// Replaces moments that count from the end of a trace by times of the clock. The end is now for a running
/// operator, and the last event of a file. A file is read only if there is such a moment; errors are those of
/// reading it.
[[nodiscard]] base::result<void> settle_times(const trace_source& from,
                                              std::initializer_list<std::optional<trace::read::trace_moment>*> moments);

} // namespace cli
