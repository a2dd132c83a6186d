#include "sys/time/wake_event.hpp"

#include <sys/eventfd.h>

#include <cstdint>
#include <cstdio>
#include <cstdlib>

namespace sys::time {

wake_event::wake_event() : fd_(::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)) {
  if (fd_) return;
  std::perror("eventfd");
  std::abort();
}

// The write below can only fail with EAGAIN if the event is set already, the read if the event is not set.
void wake_event::set() noexcept {
  const std::uint64_t one = 1;
  [[maybe_unused]] const auto written = ::write(fd_.get(), &one, sizeof one);
}

void wake_event::clear() noexcept {
  std::uint64_t count = 0;
  [[maybe_unused]] const auto got = ::read(fd_.get(), &count, sizeof count);
}

} // namespace sys::time
