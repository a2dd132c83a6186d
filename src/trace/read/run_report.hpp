#pragma once

#include "trace/read/recorded_run.hpp"
#include "trace/read/trace_moment.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <unordered_set>

namespace trace::read {

/// Selects the part of a run to report. An empty field selects everything.
struct report_filter {
  std::string module;
  std::string hook;
  std::string queue;
  std::optional<trace_moment> since{}; ///< work that has ended before is left out
  std::optional<trace_moment> until{}; ///< work that begins later is left out
  std::size_t width = 0;               ///< of a line; a longer line is broken at spaces; 0: no limit
  bool is_coloured = false;            ///< for a terminal: titles are bold, failures red, causes dim (ECMA-48)
};

/// Reports a run reload by reload, with single runs between them: each with the nearest causes that a
/// person can act on, and below it its tasks, hooks, `enabled` scripts, Helm runs and changes of values,
/// with time, duration and waits. Failed tries of a task share a line, and so do rounds of a reload that
/// repeat the round before.
///
///   03:12:07.412 (+2 h 50 min)  reload of all modules (GlobalValuesChanged)
///     because values were changed by the ConfigMap (revision 3, ConfigMap version 1006)
///     03:12:07.412    0.024 s   5  run of module 'web' in queue main: done, after a wait of 0.100 s
[[nodiscard]] std::string run_report(const recorded_run& run, const report_filter& part);

/// The new part of a run that is still recorded.
struct report_news {
  std::unordered_set<std::uint64_t> events; ///< ids of the events since the last report
  std::uint64_t block = 0;                  ///< the id of the first event of the block that was reported last
};

/// Reports the work that has begun or ended by new events. A block that goes on repeats neither its title nor
/// its causes.
/// @param news its `block` is set for the next report
[[nodiscard]] std::string report_of_news(const recorded_run& run, const report_filter& part, report_news& news);

} // namespace trace::read
