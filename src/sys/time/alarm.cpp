#include "sys/time/alarm.hpp"

#include "sys/files/file_descriptor.hpp"
#include "sys/time/wake_event.hpp"

#include <poll.h>
#include <sys/timerfd.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <mutex>
#include <thread>
#include <utility>

namespace sys::time {

namespace {

files::file_descriptor make_timer() {
  files::file_descriptor made(::timerfd_create(CLOCK_REALTIME, TFD_CLOEXEC | TFD_NONBLOCK));
  if (made) return made;
  std::perror("timerfd_create");
  std::abort();
}

/// The time of an alarm that never rings: the kernel reports a change of the clock only while a timer is
/// armed.
constexpr alarm::time_point never = std::chrono::sys_days(std::chrono::year(2200) / 1 / 1);

} // namespace

/// The waiting thread and its time.
class wall_clock_alarm::waiter {
public:
  waiter() : timer_(make_timer()), thread_([this] { run(); }) {}

  ~waiter() {
    stop_.set();
    thread_.join();
  }

  void set(std::optional<time_point> at, on_ring ring) {
    const std::lock_guard lock(guard_);
    ring_ = std::move(ring);
    const auto seconds = at.value_or(never).time_since_epoch().count();
    itimerspec spec{};
    spec.it_value.tv_sec = seconds > 0 ? seconds : 1;
    // If a change of the clock was not read yet, this call sets the timer, and nevertheless fails with
    // ECANCELED.
    if (::timerfd_settime(timer_.get(), TFD_TIMER_ABSTIME | TFD_TIMER_CANCEL_ON_SET, &spec, nullptr) != 0)
      call(ring_reason::clock_set);
  }

private:
  void run() {
    std::array<pollfd, 2> sources{pollfd{timer_.get(), POLLIN, 0}, pollfd{stop_.descriptor(), POLLIN, 0}};
    while (sources[1].revents == 0) {
      if (::poll(sources.data(), sources.size(), -1) < 0) continue;
      if (sources[0].revents != 0) report();
    }
  }

  void report() {
    const std::lock_guard lock(guard_);
    std::uint64_t expirations = 0;
    if (::read(timer_.get(), &expirations, sizeof expirations) == sizeof expirations)
      call(ring_reason::due);
    else if (errno == ECANCELED)
      call(ring_reason::clock_set);
  }

  void call(ring_reason reason) const {
    if (ring_) ring_(reason);
  }

  files::file_descriptor timer_;
  wake_event stop_;
  std::mutex guard_;
  on_ring ring_;
  std::thread thread_;
};

wall_clock_alarm::wall_clock_alarm() : waiter_(std::make_unique<waiter>()) {}

wall_clock_alarm::~wall_clock_alarm() = default;

void wall_clock_alarm::set(std::optional<time_point> at, on_ring ring) {
  waiter_->set(at, std::move(ring));
}

} // namespace sys::time
