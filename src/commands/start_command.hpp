#pragma once

#include "cli/options.hpp"

namespace commands {

/// The largest number of threads of the operator beside its main thread, as docs/architecture.md lists them:
/// 15 in each run, and one each for a credential plugin, an election and its credential plugin, an export of
/// traces, the HTTPS listener for webhooks, the removal of leftovers, and the watch of files. Processes of
/// hooks and Helm are not in it, nor threads in which libcurl resolves a name: without such a thread a
/// transfer fails, and is tried again.
inline constexpr unsigned operator_threads = 22;

/// Runs the operator until a signal ends it. With `--watch-files` a change of files ends it, too, and a new
/// run of the program takes the place of this process. @returns the exit code: 0 after an orderly stop, 1 if
/// it could not start or its stop takes too long, 128 + signal after a second signal.
[[nodiscard]] int run_start_command(const cli::start_options& options);

} // namespace commands
