#include "actors/framework/actor_failure.hpp"

#include "base/process_limit.hpp"
#include "sys/log/log.hpp"

#include <cstdlib>
#include <system_error>

namespace actors::framework {

std::string text_of(const std::exception_ptr& thrown) {
  try {
    std::rethrow_exception(thrown);
  } catch (const std::system_error& x) {
    // The text of this error names no limit, and a user can raise it.
    const bool is_process_limit = x.code() == std::errc::resource_unavailable_try_again;
    return is_process_limit ? "no thread can be made: " + std::string(base::process_limit_advice) : x.what();
  } catch (const std::exception& x) {
    return x.what();
  } catch (...) {
    return "something that is not a std::exception";
  }
}

void end_process_for(const std::string& actor, const std::string& reason) {
  sys::log::log_error("actor_failed", {{"actor", actor}, {"error", reason}});
  // `exit` would run destructors, which wait for the threads of other actors.
  std::_Exit(1);
}

void log_failed_report(const std::string& actor, const std::string& report, const std::string& reason) {
  sys::log::log_error("report_failed", {{"actor", actor}, {"report", report}, {"error", reason}});
}

} // namespace actors::framework
