#include "sys/process/program_end.hpp"

#include <fmt/format.h>

#include <csignal>
#include <cstring>
#include <utility>

namespace sys::process {

base::result<void> end_of_program(const sys::process::process_exit& exit, const interruption& by_us,
                                  work_after_stop after_stop) {
  using base::error_code;
  if (!exit.start_error.empty()) return base::fail(error_code::process_failed, exit.start_error);
  if (by_us.time_limit)
    return base::fail(error_code::timeout, fmt::format("took longer than its time limit of {:g} s and was ended",
                                                       std::chrono::duration<double>(*by_us.time_limit).count()));
  if (exit.exit_code == 0 && (!by_us.stopped || after_stop == work_after_stop::counts)) return {};
  if (by_us.stopped) return base::fail(error_code::cancelled, "was ended because the operator stops");
  if (exit.exit_code)
    return base::fail(error_code::process_failed, fmt::format("cmd run: exit status {}", *exit.exit_code));
  return base::fail(error_code::process_failed,
                    fmt::format("cmd run: ended by signal {} ({})", exit.signal, strsignal(exit.signal)));
}

base::result<void> with_want_of_memory(base::result<void> end, const sys::process::process_exit& exit,
                                       std::uint64_t memory_max, std::string_view error_text) {
  if (end || end.error().code != base::error_code::process_failed) return end;
  auto reason = end.error();
  // The words of Go's runtime, and of the C library.
  const bool is_refused =
    error_text.find("out of memory") != error_text.npos || error_text.find("annot allocate memory") != error_text.npos;
  if (exit.signal == SIGKILL)
    reason.message += ", by another program, or by the kernel for want of memory";
  else if (memory_max > 0 && is_refused)
    reason.message += fmt::format(" for want of memory: it may take {} MiB", memory_max >> 20U);
  return tl::unexpected(std::move(reason));
}

} // namespace sys::process
