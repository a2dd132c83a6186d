#include "commands/operator_processes.hpp"

#include "sys/log/log.hpp"
#include "sys/process/survivors_of_operator.hpp"

#include <cstdint>
#include <utility>

namespace commands {

namespace {

void warn_of_lost_guard() {
  sys::log::log_warning("process_guard_gone",
                        {{"consequence", "if the operator is killed, what it has started may survive"},
                         {"hint", "the next start ends what has survived"}});
}

void warn_of_left_process(pid_t pid) {
  sys::log::log_warning(
    "process_hangs",
    {{"pid", std::int64_t{pid}},
     {"consequence", "SIGKILL has not ended it; it counts as ended, and the operator does not wait for it"},
     {"hint", "state D in ps: a disk or network file system does not answer"}});
}

} // namespace

std::shared_ptr<sys::process::reactor> make_processes(std::shared_ptr<sys::process::guard> guard,
                                                      base::lead_permit_ptr permit, const std::string& directory) {
  return std::make_shared<sys::process::reactor>(
    sys::process::reactor_options{.ends_orphans = true,
                                  .guard = std::move(guard),
                                  .permit = std::move(permit),
                                  .on_guard_lost = warn_of_lost_guard,
                                  .mark = std::string(sys::process::owner_variable) + "=" + directory,
                                  .on_left = warn_of_left_process});
}

} // namespace commands
