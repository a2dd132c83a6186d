#pragma once

#include "core/status/platform_status.hpp"
#include "core/tasks/lasting_run.hpp"

#include <vector>

namespace core::status {

/// The problem of an API server that answers slowly, so that all work takes long; empty: the server is quick,
/// or its times are not known.
[[nodiscard]] std::vector<status_problem> slow_answer_problems(const answer_facts& x);

/// The runs of modules that last longer than `--slow-after` although none of their programs does: such a run
/// makes requests, or waits. A module with a slow program, or with a problem of its own that says what it
/// waits for, is left out.
/// @param lasting the runs of programs that last
[[nodiscard]] std::vector<status_problem> slow_module_problems(const status_facts& x,
                                                               const std::vector<tasks::lasting_run>& lasting);

} // namespace core::status
