#pragma once

#include "sys/files/file_descriptor.hpp"

#include <fcntl.h>
#include <poll.h>
#include <sys/stat.h>

#include <stdexcept>
#include <string>
#include <utility>

namespace test {

/// A named pipe. The test holds its read end, so it knows whether a process that has the pipe open still
/// lives.
class held_pipe {
public:
  explicit held_pipe(std::string path) : path_(std::move(path)) {
    if (::mkfifo(path_.c_str(), 0600) != 0) throw std::runtime_error("mkfifo " + path_);
    read_end_ = sys::files::file_descriptor(::open(path_.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC));
  }

  [[nodiscard]] const std::string& path() const { return path_; }
  /// Waits for bytes to read, or until the last process that has the pipe open has ended.
  [[nodiscard]] short await(int milliseconds = 60000) const {
    pollfd state{read_end_.get(), POLLIN, 0};
    return ::poll(&state, 1, milliseconds) == 1 ? state.revents : short{0};
  }
  [[nodiscard]] bool all_writers_have_ended(int milliseconds = 60000) const {
    return (await(milliseconds) & POLLHUP) != 0;
  }

private:
  std::string path_;
  sys::files::file_descriptor read_end_;
};

} // namespace test
