#pragma once

#include "trace/read/run_blocks.hpp"
#include "trace/read/run_report.hpp"

#include <cstddef>
#include <cstdint>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

namespace trace::read {

/// A line of a report. Failed tries of the same work share a line.
struct report_line {
  const event* event = nullptr; ///< the request of a queue, or a span within its work
  std::int64_t time_us = 0;
  std::int64_t duration_us = -1;
  int step = 0;
  std::size_t depth = 0;
  std::string text; ///< empty: a step of the reload itself, which may begin a round
  int times = 1;
  bool is_failure = false;
};

/// Ids of the events that have come since the last report.
using new_events = std::unordered_set<std::uint64_t>;

/// Whether a queue has asked by this event for a step of a reload.
[[nodiscard]] bool is_reload_step(const event& request);

/// The programs that have not ended in the trace, by the request of a queue that they work for.
using open_by_request = std::unordered_map<const event*, std::vector<const event*>>;
[[nodiscard]] open_by_request open_programs_by_request(const recorded_run& run);

/// The lines of a block for work in the wanted part of the run, in order of time. Empty: the block has no
/// such work.
/// @param news limits the lines to work that has begun or ended by these events; null: all work
[[nodiscard]] std::vector<report_line> report_lines(const recorded_run& run, const run_block& block,
                                                    const report_filter& part, const open_by_request& open,
                                                    const new_events* news = nullptr);

} // namespace trace::read
