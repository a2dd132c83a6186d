#pragma once

#include "base/error.hpp"
#include "trace/read/run_report.hpp"

namespace trace::read {

/// Whether a run knows the module, hook and queue of the part to report. An error (`not_found`) names similar
/// names.
[[nodiscard]] base::result<void> check_names(const recorded_run& run, const report_filter& part);

} // namespace trace::read
