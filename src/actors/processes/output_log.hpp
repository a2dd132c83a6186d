#pragma once

#include "actors/messages/hook_runner.hpp"
#include "sys/process/process.hpp"

#include <string_view>

namespace actors::processes {

/// A line of a program for the log.
struct logged_line {
  std::string_view text;
  std::string_view shown; ///< without its secrets
};

/// Logs a line of a program's output, without its secrets. For a hook the line names module and hook. For any
/// other program it has level debug if the message of a failure contains the output anyway.
/// @param proxy_json true: a hook's line that is a JSON object becomes a log record with the object's level
/// and message.
void log_output(const messages::run_program& what, sys::process::stream from, const logged_line& line, bool proxy_json);

} // namespace actors::processes
