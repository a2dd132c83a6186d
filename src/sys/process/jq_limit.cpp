#include "sys/process/jq_limit.hpp"

#include "sys/log/log.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <charconv>
#include <csignal>
#include <ctime>
#include <string_view>
#include <system_error>

namespace sys::process {

namespace {

/// The interval of the checks of an evaluation. It is short, because memory can grow by gigabytes in a
/// second.
constexpr std::chrono::milliseconds tick{20};

int tick_signal() {
  return SIGRTMIN;
}

const auto page_bytes = static_cast<std::size_t>(::sysconf(_SC_PAGESIZE));

/// The resident memory of this process; 0 if it cannot be read. Only calls that are safe in a signal handler.
/// (proc(5), statm)
std::size_t resident_bytes() noexcept {
  const int file = ::open("/proc/self/statm", O_RDONLY | O_CLOEXEC);
  if (file < 0) return 0;
  std::array<char, 128> buffer{};
  const auto n = ::read(file, buffer.data(), buffer.size());
  ::close(file);
  const std::string_view text(buffer.data(), n > 0 ? static_cast<std::size_t>(n) : 0);
  const auto* begin = text.data() + std::min(text.find(' ') + 1, text.size());
  std::size_t pages = 0;
  std::from_chars(begin, text.data() + text.size(), pages);
  return pages * page_bytes;
}

enum class used_up { nothing, processor_time, memory };

/// The evaluation of a thread, and its timer. Lives as long as the thread. All functions run on that thread;
/// `on_tick` interrupts the other functions.
class watched_thread {
public:
  watched_thread() {
    sigevent event{};
    event.sigev_notify = SIGEV_THREAD_ID;
    event.sigev_signo = tick_signal();
    event.sigev_value.sival_ptr = this;
    event._sigev_un._tid = ::gettid(); // glibc has no public name for it
    has_timer_ = ::timer_create(CLOCK_THREAD_CPUTIME_ID, &event, &timer_) == 0;
    if (!has_timer_) {
      const auto reason = std::generic_category().message(errno);
      log::log_error("evaluations_unlimited", {{"error", "no timer: " + reason}});
    }
  }
  watched_thread(const watched_thread&) = delete;
  watched_thread& operator=(const watched_thread&) = delete;
  ~watched_thread() {
    if (has_timer_) ::timer_delete(timer_);
  }

  void begin(const jq_limit_options& options, base::evaluation_limit::stop_function stop, void* evaluation) {
    limit_ = options;
    stop_ = stop;
    evaluation_ = evaluation;
    ticks_ = 0;
    used_up_ = used_up::nothing;
    // Last, because the handler uses the fields above as soon as this is set.
    evaluates_ = true;
    if (!ticking_) set_ticking(true);
  }

  std::string end() {
    evaluates_ = false;
    switch (used_up_) {
      case used_up::processor_time:
        return fmt::format("more than {} s of processor time",
                           std::chrono::duration<double>(limit_.processor_time).count());
      case used_up::memory: return fmt::format("more than {} MiB of memory", limit_.memory_bytes >> 20);
      case used_up::nothing: break;
    }
    return {};
  }

  /// Called by the signal handler. @param times the number of ticks that have passed
  void on_tick(int times) noexcept {
    if (!evaluates_) return set_ticking(false);
    if (used_up_ != used_up::nothing) return;
    const bool is_first = ticks_ == 0;
    ticks_ = ticks_ + times;
    const auto resident = resident_bytes();
    // Noted at the first tick and not at the beginning, so that a short evaluation reads no file.
    if (is_first) resident_at_first_ = resident;
    // The first tick does not count in full: it may have come just after the beginning.
    if ((ticks_ - 1) * tick >= limit_.processor_time)
      used_up_ = used_up::processor_time;
    else if (resident > resident_at_first_ + limit_.memory_bytes)
      used_up_ = used_up::memory;
    if (used_up_ != used_up::nothing) stop_(evaluation_);
  }

private:
  void set_ticking(bool wanted) noexcept {
    if (!has_timer_) return;
    itimerspec times{};
    if (wanted) times.it_interval.tv_nsec = std::chrono::nanoseconds(tick).count();
    times.it_value = times.it_interval;
    ticking_ = wanted;
    ::timer_settime(timer_, 0, &times, nullptr);
  }

  timer_t timer_{};
  bool has_timer_ = false;
  // Read by the signal handler only while `evaluates_`.
  jq_limit_options limit_;
  base::evaluation_limit::stop_function stop_ = nullptr;
  void* evaluation_ = nullptr;
  std::size_t resident_at_first_ = 0;
  // Written by the evaluation and by the handler, so it must not be kept in a register or be reordered with
  // the lines above.
  std::atomic<bool> evaluates_{false};
  std::atomic<bool> ticking_{false};
  std::atomic<int> ticks_{0};
  std::atomic<used_up> used_up_{used_up::nothing};
};

watched_thread& this_thread() {
  thread_local watched_thread thread;
  return thread;
}

void take_tick(int, siginfo_t* signal, void*) {
  // Any process of this user can send the signal. A signal from another process carries no pointer to a
  // thread.
  if (signal->si_code != SI_TIMER) return;
  // The interrupted code may be about to read errno.
  const int error_number = errno;
  static_cast<watched_thread*>(signal->si_value.sival_ptr)->on_tick(1 + signal->si_overrun);
  errno = error_number;
}

} // namespace

jq_limit::jq_limit(jq_limit_options options) : options_(options) {
  struct sigaction action {};
  action.sa_sigaction = take_tick;
  // Interrupted system calls go on by themselves, so no other code of the thread has to expect EINTR.
  action.sa_flags = SA_SIGINFO | SA_RESTART;
  ::sigaction(tick_signal(), &action, nullptr);
}

void jq_limit::begin(stop_function stop, void* evaluation) {
  this_thread().begin(options_, stop, evaluation);
}

std::string jq_limit::end() {
  return this_thread().end();
}

} // namespace sys::process
