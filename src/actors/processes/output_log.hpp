#pragma once

#include "actors/messages/hook_runner.hpp"
#include "sys/process/process.hpp"

#include <string>

namespace actors::processes {

/// Logs a line of a program's output. A line of a hook names module and hook. A line of another program has
/// level debug if a failure's message contains it anyway.
/// @param proxy_json a hook's line that is a JSON object becomes a record of the log, with its level and
/// message.
void log_output(const messages::run_program& what, sys::process::stream from, const std::string& line, bool proxy_json);

} // namespace actors::processes
