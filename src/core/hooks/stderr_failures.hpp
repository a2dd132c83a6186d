#pragma once

#include <string>
#include <string_view>

namespace core::hooks {

/// True if the line is a command that `set -x` shows: `+ echo a`, `++ date`, `+(a.sh:3): date`.
[[nodiscard]] bool is_shown_command(std::string_view line);

/// The number in `SCRIPT: line 3: …` (bash), `SCRIPT: 3: …` (dash) and `File "SCRIPT", line 3` (Python), as a
/// view into the line; empty: no number.
[[nodiscard]] std::string_view line_number(std::string_view line, std::string_view script);

/// The failure that a shell or a tool names at the end of a line: `command not found`; empty: no known
/// failure.
[[nodiscard]] std::string failure_at_end(std::string_view line);

/// The failure that a line of stderr names: `line 3: command not found`, `Error from server (Forbidden)`.
/// Only fixed words and the names of exceptions are shown, so the text is safe for every reader. Empty: the
/// line names no failure. `NotFound`, `AlreadyExists` and `Conflict` from the API server are answers, not
/// failures.
/// @param script as it was started
[[nodiscard]] std::string failure_in_line(std::string_view line, std::string_view script);

} // namespace core::hooks
