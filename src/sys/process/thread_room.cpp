#include "sys/process/thread_room.hpp"

#include "base/process_limit.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <cstdlib>
#include <exception>
#include <future>
#include <string>
#include <system_error>
#include <thread>
#include <vector>

namespace sys::process {

namespace {

bool is_process_limit(const std::system_error& x) {
  return x.code() == std::errc::resource_unavailable_try_again;
}

std::terminate_handler handler_before = nullptr;

[[noreturn]] void end_program() {
  if (const auto thrown = std::current_exception(); thrown != nullptr) {
    try {
      std::rethrow_exception(thrown);
    } catch (const std::system_error& x) {
      if (is_process_limit(x)) {
        const auto line = fmt::format("addon-operator: no thread can be made: {}\n", base::process_limit_advice);
        static_cast<void>(!::write(STDERR_FILENO, line.data(), line.size()));
        std::_Exit(1);
      }
    } catch (...) { // NOLINT(bugprone-empty-catch): the handler that was there before reports it
    }
  }
  handler_before();
  std::abort();
}

} // namespace

base::result<void> check_thread_room(unsigned count) {
  std::promise<void> enough;
  std::vector<std::thread> made;
  made.reserve(count);
  std::string reason;
  try {
    const auto all = enough.get_future().share();
    while (made.size() < count) made.emplace_back([all] { all.wait(); });
  } catch (const std::system_error& x) {
    reason = is_process_limit(x) ? std::string(base::process_limit_advice) : x.code().message();
  }
  enough.set_value();
  for (auto& thread : made) thread.join();
  if (reason.empty()) return {};
  return base::fail(base::error_code::unavailable,
                    fmt::format("this program needs {} threads and can make {}: {}", count, made.size(), reason));
}

void end_with_message_without_threads() noexcept {
  handler_before = std::set_terminate(&end_program);
}

} // namespace sys::process
