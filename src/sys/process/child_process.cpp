#include "sys/process/child_process.hpp"

#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <utility>

namespace sys::process {

child_process::child_process(const process_spec& spec, process_events events, spawned_process started)
  : started_(std::move(started)), events_(std::move(events)), out_lines_(spec.line_bytes_max),
    err_lines_(spec.line_bytes_max), collect_stdout_(spec.collect_stdout), stdout_bytes_max_(spec.stdout_bytes_max) {}

void child_process::read_output(stream from, std::span<char> buffer) {
  auto& source = from == stream::out ? started_.out : started_.err;
  if (!source) return;
  const auto got = ::read(source.get(), buffer.data(), buffer.size());
  if (got > 0)
    on_bytes(from, {buffer.data(), static_cast<std::size_t>(got)});
  else if (got == 0 || (errno != EAGAIN && errno != EINTR))
    source.close();
}

void child_process::add_input(std::string text) {
  if (!started_.in) return;
  if (input_.empty())
    input_ = std::move(text);
  else
    input_ += text;
}

bool child_process::write_input() {
  std::size_t written = 0;
  while (started_.in && written < input_.size()) {
    const auto got = ::write(started_.in.get(), input_.data() + written, input_.size() - written);
    if (got >= 0)
      written += static_cast<std::size_t>(got);
    else if (errno == EAGAIN)
      break;
    else if (errno != EINTR)
      started_.in.close(); // has no reader any more
  }
  input_.erase(0, written);
  if (!started_.in) input_.clear();
  return !input_.empty();
}

void child_process::kill_and_reap() {
  reaped_ = kill_group_and_reap(started_.pid);
}

void child_process::report(std::span<char> buffer) {
  // The exit may be seen before the last output is read, but all lines must be reported before the exit.
  read_rest(stream::out, buffer);
  read_rest(stream::err, buffer);
  out_lines_.finish(line_function(stream::out));
  err_lines_.finish(line_function(stream::err));
  if (!events_.on_exit) return;
  process_exit exit;
  if (reaped_.was_signalled)
    exit.signal = reaped_.status;
  else
    exit.exit_code = reaped_.status;
  exit.collected_stdout = std::move(collected_);
  exit.stdout_truncated = truncated_;
  exit.usage = reaped_.usage;
  events_.on_exit(std::move(exit));
}

void child_process::signal_group(int signal) noexcept {
  ::kill(-started_.pid, signal);
}

const files::file_descriptor& child_process::end_of(stream from) const noexcept {
  return from == stream::out ? started_.out : started_.err;
}

// Reads only the bytes that are in the pipe now: a descendant that has left the group may go on writing for
// ever.
void child_process::read_rest(stream from, std::span<char> buffer) {
  const auto& source = end_of(from);
  int left = 0;
  if (!source || ::ioctl(source.get(), FIONREAD, &left) != 0) return;
  while (left > 0) {
    const auto got = ::read(source.get(), buffer.data(), std::min(buffer.size(), static_cast<std::size_t>(left)));
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) return;
    on_bytes(from, {buffer.data(), static_cast<std::size_t>(got)});
    left -= static_cast<int>(got);
  }
}

void child_process::on_bytes(stream from, std::string_view bytes) {
  if (from == stream::out && collect_stdout_)
    collect(bytes);
  else
    (from == stream::out ? out_lines_ : err_lines_).push(bytes, line_function(from));
}

void child_process::collect(std::string_view bytes) {
  // The rest is read and dropped, so that the program does not block in its write.
  const auto fits = std::min(bytes.size(), stdout_bytes_max_ - collected_.size());
  collected_ += bytes.substr(0, fits);
  truncated_ = truncated_ || fits < bytes.size();
}

files::line_splitter::line_function child_process::line_function(stream from) {
  return [this, from](std::string_view line) {
    if (events_.on_line && events_.on_line(from, line) == flow::pause) flow_ = flow::pause;
  };
}

} // namespace sys::process
