#include "sys/process/program_end.hpp"

#include <fmt/format.h>

#include <cstring>

namespace sys::process {

base::result<void> end_of_program(const sys::process::process_exit& exit, const interruption& by_us) {
  using base::error_code;
  if (!exit.start_error.empty()) return base::fail(error_code::process_failed, exit.start_error);
  if (by_us.time_limit)
    return base::fail(error_code::timeout, fmt::format("took longer than its time limit of {:g} s and was ended",
                                                       std::chrono::duration<double>(*by_us.time_limit).count()));
  if (exit.exit_code == 0) return {};
  if (by_us.stopped) return base::fail(error_code::cancelled, "was ended because the operator stops");
  if (exit.exit_code)
    return base::fail(error_code::process_failed, fmt::format("cmd run: exit status {}", *exit.exit_code));
  return base::fail(error_code::process_failed,
                    fmt::format("cmd run: ended by signal {} ({})", exit.signal, strsignal(exit.signal)));
}

} // namespace sys::process
