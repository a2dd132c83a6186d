#pragma once

#include "trace/read/recorded_run.hpp"
#include "trace/read/run_place.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace trace::formats {

/// The result of a span on a timeline.
enum class timeline_result {
  done,
  failed,
  put_off,   ///< postponed, superseded, or continued later
  unchanged, ///< done without a change: Helm that left a release as it is, a disabled module, a refused review
  not_ended, ///< within the trace
  event,     ///< it has no duration: an object, an edit, a tick, new values
};

[[nodiscard]] const char* name(timeline_result x) noexcept;

/// A lane groups spans that belong together: a queue, the hooks and the release of a module.
struct timeline_lane {
  std::string group; ///< `Causes`, `Queues`, `Modules`, `Reviews`, `API`
  std::string name;  ///< `main`, `web`
  std::size_t rows = 0;
};

/// An event or a piece of work, with its place.
struct timeline_span {
  std::uint64_t id = 0; ///< of the event in the trace
  std::size_t lane = 0;
  std::size_t row = 0; ///< in its lane; spans of one row do not overlap
  std::int64_t time_us = 0;
  std::int64_t duration_us = 0; ///< for a span that has not ended: up to the end of the trace
  timeline_result result = timeline_result::done;
  std::string label;                ///< short
  std::string text;                 ///< in plain words, with how it ended
  std::vector<std::string> details; ///< a line each: changed values, a reason
  std::vector<std::size_t> causes;  ///< places in `spans`
};

/// A run as lanes with spans, and the causes of each span. For pages and tools that draw it.
struct timeline {
  std::int64_t run_begin_us = 0; ///< the zero of the times that are shown
  std::int64_t begin_us = 0;     ///< of the first event
  std::int64_t end_us = 0;
  std::optional<std::int64_t> partial_from_us{}; ///< earlier spans are only causes of later spans
  read::run_place place{};                       ///< of the operator; its texts may be empty
  std::vector<timeline_lane> lanes;              ///< group by group
  std::vector<timeline_span> spans;              ///< in order of time
};

[[nodiscard]] timeline timeline_of(const read::recorded_run& run);

} // namespace trace::formats
