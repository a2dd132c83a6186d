#include "sys/log/line_output.hpp"

#include <fcntl.h>
#include <poll.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <climits>

namespace sys::log {

namespace {

using steady = std::chrono::steady_clock;

/// Opens the same pipe or terminal again, by a descriptor that never waits. O_NONBLOCK cannot be set on
/// `descriptor` itself: the flag belongs to the open file, which other processes share.
files::file_descriptor opened_again(int descriptor) {
  const auto path = "/proc/self/fd/" + std::to_string(descriptor);
  return files::file_descriptor(::open(path.c_str(), O_WRONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC));
}

bool has_room(int descriptor, std::chrono::milliseconds limit) {
  pollfd room{descriptor, POLLOUT, 0};
  // Also true if the reader has closed its end, because the write then fails at once.
  return ::poll(&room, 1, static_cast<int>(limit.count())) == 1;
}

} // namespace

line_output::line_output(int descriptor, line_output_patience patience)
  : descriptor_(descriptor), patience_(patience), left_(patience.wait_max) {
  struct stat status {};
  if (::fstat(descriptor, &status) != 0) return;
  if (S_ISSOCK(status.st_mode)) way_ = way::socket;
  if (!S_ISFIFO(status.st_mode) && !S_ISCHR(status.st_mode)) return;
  own_ = opened_again(descriptor);
  way_ = own_ ? way::without_waiting : way::checked;
}

bool line_output::put(std::string_view line) {
  // The end of an earlier line earns no time: it has waited.
  if (!rest_.empty()) rest_.erase(0, write(rest_, {}));
  if (!rest_.empty()) return false;
  const auto written = write(line, patience_.regained);
  if (written == 0 && !line.empty()) return false;
  rest_ = line.substr(written);
  return true;
}

void line_output::hurry(std::chrono::milliseconds wait_max) {
  left_ = std::min(left_, wait_max);
  patience_ = {.wait_max = left_, .regained = {}};
}

std::size_t line_output::write(std::string_view text, std::chrono::milliseconds regained) {
  const auto all = text.size();
  bool has_waited = false;
  while (!text.empty()) {
    const auto written = write_now(text);
    if (written >= 0) {
      text.remove_prefix(static_cast<std::size_t>(written));
    } else if (errno == EAGAIN) {
      has_waited = true;
      if (!await_room()) break;
    } else if (errno != EINTR) {
      break; // the descriptor refuses the line, and this log is the only place to report it
    }
  }
  if (!has_waited && text.empty()) left_ = std::min(left_ + regained, patience_.wait_max);
  return all - text.size();
}

ssize_t line_output::write_now(std::string_view text) const {
  switch (way_) {
    case way::without_waiting: return ::write(own_.get(), text.data(), text.size());
    case way::socket: return ::send(descriptor_, text.data(), text.size(), MSG_DONTWAIT | MSG_NOSIGNAL);
    case way::plain: return ::write(descriptor_, text.data(), text.size());
    case way::checked: break;
  }
  // A pipe with room takes PIPE_BUF bytes without waiting, unless another process writes to it at the same
  // time (pipe(7)).
  if (has_room(descriptor_, {})) return ::write(descriptor_, text.data(), std::min<std::size_t>(text.size(), PIPE_BUF));
  errno = EAGAIN;
  return -1;
}

bool line_output::await_room() {
  const auto begun = steady::now();
  const bool found = left_.count() > 0 && has_room(own_ ? own_.get() : descriptor_, left_);
  const auto waited = std::chrono::ceil<std::chrono::milliseconds>(steady::now() - begun);
  // All lines share the waiting time, so a stopped reader delays the operator by some seconds in all, not for
  // each line.
  left_ = std::max(left_ - waited, std::chrono::milliseconds(0));
  return found;
}

} // namespace sys::log
