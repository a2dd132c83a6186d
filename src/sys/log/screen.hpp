#pragma once

#include "sys/log/log_line.hpp"

#include <chrono>
#include <cstddef>
#include <optional>

namespace sys::log {

/// The number of rows of the terminal on stdout; empty: stdout is no terminal, or the terminal does not say.
[[nodiscard]] std::optional<std::size_t> rows_of_stdout();

/// The number of columns of the terminal on stdout; empty: stdout is no terminal, or the terminal does not
/// say.
[[nodiscard]] std::optional<std::size_t> columns_of_stdout();

[[nodiscard]] bool is_stdout_terminal();

/// Whether stdout is a terminal with colours (by `$TERM`), and the user has not set NO_COLOR
/// (https://no-color.org).
[[nodiscard]] bool stdout_shows_colours();

/// The look of the log on stderr: a terminal breaks lines, and has colours unless the user has set NO_COLOR,
/// or `$TERM` is missing or `dumb`.
[[nodiscard]] log_look look_of_stderr();

/// Ends the process with this code at SIGINT, whatever its threads are doing.
/// @param exit_code replaces the code of an earlier call
void exit_on_interrupt(int exit_code);

/// Waits for that time, or until stdout has lost its reader (the other end of the pipe is closed). A signal
/// ends the wait.
/// @returns false if the reader has gone.
[[nodiscard]] bool wait_while_stdout_is_read(std::chrono::milliseconds time);

} // namespace sys::log
