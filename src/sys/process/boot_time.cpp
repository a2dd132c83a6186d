#include "sys/process/boot_time.hpp"

#include "sys/files/files.hpp"

#include <unistd.h>

#include <ctime>
#include <sstream>
#include <string>

namespace sys::process {

boot_ticks boot_ticks_now() {
  timespec now{};
  ::clock_gettime(CLOCK_BOOTTIME, &now);
  const auto per_second = static_cast<boot_ticks>(::sysconf(_SC_CLK_TCK));
  return static_cast<boot_ticks>(now.tv_sec) * per_second
         + static_cast<boot_ticks>(now.tv_nsec) * per_second / 1'000'000'000;
}

std::optional<boot_ticks> start_of_process(pid_t id) {
  // A C++ stream would throw if the process ended between opening and reading, so the file is read by system
  // calls.
  const auto stat = files::read_file("/proc/" + std::to_string(id) + "/stat");
  if (!stat) return std::nullopt;
  // The second field is a name in parentheses, which may contain both spaces and parentheses.
  const auto name_end = stat->rfind(')');
  if (name_end == std::string::npos) return std::nullopt;
  std::istringstream fields(stat->substr(name_end + 1));
  std::string skipped;
  for (int field = 3; field < 22; ++field) fields >> skipped;
  boot_ticks start = 0;
  if (!(fields >> start)) return std::nullopt;
  return start;
}

} // namespace sys::process
