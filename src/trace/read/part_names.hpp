#pragma once

#include "base/error.hpp"
#include "trace/read/run_report.hpp"

namespace trace::read {

/// Whether a run knows the module, hook and queue of which a part is to be told. An error (`not_found`) names the near ones.
[[nodiscard]] base::result<void> check_names(const recorded_run& run, const told_part& part);

} // namespace trace::read
