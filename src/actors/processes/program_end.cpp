#include "actors/processes/program_end.hpp"

#include <fmt/format.h>

#include <cstring>

namespace actors {

namespace {

std::string with_stderr(std::string message, const std::string& error_text) {
  if (!error_text.empty()) message.append("; its stderr: ").append(error_text);
  return message;
}

} // namespace

core::result<void> end_of_program(const sys::process_exit& exit, const interruption& by_us,
                                  const std::string& error_text) {
  using core::error_code;
  if (!exit.start_error.empty()) return core::fail(error_code::process_failed, exit.start_error);
  if (by_us.time_limit)
    return core::fail(error_code::timeout,
                      with_stderr(fmt::format("took longer than its time limit of {:g} s and was ended",
                                              std::chrono::duration<double>(*by_us.time_limit).count()),
                                  error_text));
  if (exit.exit_code == 0) return {};
  if (by_us.stopped)
    return core::fail(error_code::cancelled, with_stderr("was ended because the operator stops", error_text));
  if (!error_text.empty()) return core::fail(error_code::process_failed, error_text);
  if (exit.exit_code)
    return core::fail(error_code::process_failed, fmt::format("cmd run: exit status {}", *exit.exit_code));
  return core::fail(error_code::process_failed,
                    fmt::format("cmd run: ended by signal {} ({})", exit.signal, strsignal(exit.signal)));
}

} // namespace actors
