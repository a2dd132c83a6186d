#pragma once

#include "trace/formats/timeline.hpp"

#include <string>

namespace trace::formats {

/// A timeline as JSON of the Trace Event Format, which https://ui.perfetto.dev and chrome://tracing open: a
/// process for each group, a thread for each row of a lane, and a flow for each cause.
[[nodiscard]] std::string perfetto_trace(const timeline& x);

} // namespace trace::formats
