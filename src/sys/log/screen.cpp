#include "sys/log/screen.hpp"

#include "sys/files/environment.hpp"

#include <poll.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <csignal>

namespace sys::log {

namespace {

std::atomic<int> code_at_interrupt{0};
static_assert(std::atomic<int>::is_always_lock_free, "a signal handler reads it");

/// The size of the terminal; zeros if stdout is no terminal.
winsize size_of_stdout() {
  winsize size{};
  if (!is_stdout_terminal() || ::ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) != 0) return {};
  return size;
}

/// Whether a terminal has colours and the user wants them.
bool wants_colours() {
  const auto terminal = files::environment_variable("TERM").value_or("dumb");
  return files::environment_variable("NO_COLOR").value_or("").empty() && terminal != "dumb";
}

} // namespace

bool is_stdout_terminal() {
  return ::isatty(STDOUT_FILENO) != 0;
}

std::optional<std::size_t> rows_of_stdout() {
  const auto size = size_of_stdout();
  return size.ws_row == 0 ? std::nullopt : std::optional<std::size_t>(size.ws_row);
}

std::optional<std::size_t> columns_of_stdout() {
  const auto size = size_of_stdout();
  return size.ws_col == 0 ? std::nullopt : std::optional<std::size_t>(size.ws_col);
}

bool stdout_shows_colours() {
  return is_stdout_terminal() && wants_colours();
}

log_look look_of_stderr() {
  const bool is_terminal = ::isatty(STDERR_FILENO) != 0;
  return {.has_colours = is_terminal && wants_colours(), .breaks_lines = is_terminal};
}

void exit_on_interrupt(int exit_code) {
  code_at_interrupt = exit_code;
  std::signal(SIGINT, [](int) { ::_exit(code_at_interrupt); });
}

bool wait_while_stdout_is_read(std::chrono::milliseconds time) {
  // No event is asked for, because poll reports errors in any case.
  pollfd out{.fd = STDOUT_FILENO, .events = 0, .revents = 0};
  const auto found = ::poll(&out, 1, static_cast<int>(time.count()));
  return found == 0 || (found < 0 && errno == EINTR);
}

} // namespace sys::log
