#pragma once

#include "actors/messages/hook_runner.hpp"
#include "sys/process/process.hpp"

#include <string>

namespace actors::processes {

/// Logs a line of a program's output. A hook's line names module and hook; lines of other programs have level
/// debug if they are part of a failure's message anyway.
/// @param proxy_json a hook's line that is a JSON object becomes a record of the log, with its level and
/// message.
void log_output(const messages::run_program& what, sys::process::stream from, const std::string& line, bool proxy_json);

} // namespace actors::processes
