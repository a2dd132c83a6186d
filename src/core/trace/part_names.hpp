#pragma once

#include "core/base/error.hpp"
#include "core/trace/told_run.hpp"

namespace core {

/// Whether a run knows the module, hook and queue of which a part is to be told. An error (`not_found`) names the near ones.
[[nodiscard]] result<void> check_names(const recorded_run& run, const told_part& part);

} // namespace core
