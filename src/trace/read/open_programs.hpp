#pragma once

#include "trace/read/recorded_run.hpp"

#include <string>
#include <vector>

namespace trace::read {

/// Whether a program was asked for by this message: a hook, an `enabled` script, a task of Helm.
[[nodiscard]] bool is_begin_of_program(const event& x);

/// The messages that asked for programs which have not ended in the trace, in the order of their ids.
[[nodiscard]] std::vector<const event*> open_programs(const recorded_run& run);

/// @pre `is_begin_of_program(x)`
/// @returns `hook 'hooks/a.sh' of module 'web' for beforeHelm`, `helm upgrade web`
[[nodiscard]] std::string words_of_program(const event& x);

} // namespace trace::read
