#pragma once

#include "trace/read/recorded_run.hpp"
#include "trace/read/trace_moment.hpp"

#include <cstddef>
#include <optional>
#include <string>

namespace trace::read {

/// Selects the part of a run to report. An empty field selects everything.
struct report_filter {
  std::string module;
  std::string hook;
  std::string queue;
  std::optional<trace_moment> since{}; ///< work that has ended before is left out
  std::optional<trace_moment> until{}; ///< work that begins later is left out
  std::size_t width = 0;               ///< of a line; a longer line loses its middle; 0: no limit
  bool is_coloured = false;            ///< for a terminal: titles are bold, failures red, causes dim (ECMA-48)
};

/// Reports a run reload by reload, with single runs between them: each with the nearest causes that a person
/// can act on, and below it its tasks, hooks, `enabled` scripts, Helm runs and changes of values, with time,
/// duration and waits. Failed tries of a task share a line.
///
///   reload of all modules (GlobalValuesChanged)
///     because values were changed by the ConfigMap (revision 3, ConfigMap version 1006)
///        +1.000 s     0.024 s   5  run of module 'web' in queue main: done, after a wait of 0.100 s
[[nodiscard]] std::string run_report(const recorded_run& run, const report_filter& part);

} // namespace trace::read
