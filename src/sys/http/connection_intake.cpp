#include "sys/http/connection_intake.hpp"

#include "sys/log/log.hpp"

#include <fcntl.h>
#include <poll.h>
#include <sys/socket.h>

#include <cerrno>
#include <cstring>
#include <utility>

namespace sys::http {

namespace {

/// The number of descriptors in the reserve: enough for the probes of a kubelet and for a person who looks
/// for the fault.
constexpr std::size_t reserve_size = 4;
/// The time between two looks for a free descriptor: no event wakes this thread when another part of the
/// process frees a descriptor. Clients wait in the kernel's queue meanwhile.
constexpr std::chrono::seconds pause{1};
/// The time since a client last needed the reserve after which the shortage counts as over, if the reserve is
/// full then: while descriptors are freed and taken again, the log must not report each change.
constexpr std::chrono::seconds settling{10};

/// True if the kernel has no descriptor or no memory for a connection.
bool is_shortage(int reason) {
  return reason == EMFILE || reason == ENFILE || reason == ENOBUFS || reason == ENOMEM;
}

/// True if a client waits. accept(2) does not show this: Linux first looks for a descriptor, and without a
/// descriptor accept fails even if no client waits.
bool somebody_waits(int listening) {
  pollfd client{listening, POLLIN, 0};
  return ::poll(&client, 1, 0) > 0;
}

files::file_descriptor accept_one(int listening) {
  for (;;) {
    files::file_descriptor made(::accept4(listening, nullptr, nullptr, SOCK_CLOEXEC | SOCK_NONBLOCK));
    // If a client has gone meanwhile, the clients behind it are still there.
    if (made || (errno != EINTR && errno != ECONNABORTED)) return made;
  }
}

} // namespace

connection_intake::connection_intake(files::file_descriptor listening, std::string name)
  : listening_(std::move(listening)), name_(std::move(name)) {
  fill_reserve();
}

bool connection_intake::has_client() const {
  return somebody_waits(listening_.get());
}

void connection_intake::fill_reserve() {
  while (reserve_.size() < reserve_size) {
    files::file_descriptor spare(::open("/dev/null", O_RDONLY | O_CLOEXEC));
    if (!spare) return;
    reserve_.push_back(std::move(spare));
  }
}

void connection_intake::end_shortage(clock::time_point now) {
  fill_reserve();
  if (reserve_.size() < reserve_size || now < short_at_ + settling) return;
  is_short_ = false;
  log::log_info("file_descriptors_found", {{"address", name_}});
}

void connection_intake::run_short(int reason, clock::time_point now) {
  short_at_ = now;
  if (is_short_.exchange(true)) return;
  log::log_error(
    "file_descriptors_exhausted",
    {{"address", name_},
     {"error", std::strerror(reason)},
     {"hint", "hooks and helm may not start either; raise the limit of open files (ulimit -n, LimitNOFILE), and "
              "look in /proc/PID/fd for what holds them"}});
}

std::optional<files::file_descriptor> connection_intake::accept(clock::time_point now) {
  if (pause_end_ && now < *pause_end_) return std::nullopt;
  pause_end_.reset();
  // Free descriptors refill the reserve before they accept clients.
  if (is_short_) end_shortage(now);
  if (!somebody_waits(listening_.get())) return std::nullopt;
  auto made = accept_one(listening_.get());
  if (made) return made;
  if (!is_shortage(errno)) return std::nullopt;
  run_short(errno, now);
  if (!reserve_.empty()) {
    reserve_.pop_back();
    made = accept_one(listening_.get());
    if (made) return made;
  }
  pause_end_ = now + pause;
  return std::nullopt;
}

std::optional<int> connection_intake::descriptor(clock::time_point now) const {
  if (pause_end_ && now < *pause_end_) return std::nullopt;
  return listening_.get();
}

} // namespace sys::http
