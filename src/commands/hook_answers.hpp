#pragma once

#include "actors/hooks/loading.hpp"
#include "base/error.hpp"
#include "core/hooks/batch_config.hpp"

namespace commands {

/// Runs a file of hooks with `--config`, for commands that work without a running operator. Blocks until the
/// file has answered, at most `actors::hooks::config_time_limit` for each of two runs.
/// @returns the hook of a file, or all hooks of a program with several hooks; an error has the reason and the
///   last lines of stderr.
[[nodiscard]] base::result<core::hooks::batch_hooks> ask_for_hooks(const actors::hooks::hook_source& source,
                                                                   const core::hooks::hook_file& file);

} // namespace commands
