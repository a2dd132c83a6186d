#include "sys/append_file.hpp"

#include "sys/system_error.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <utility>

namespace sys {

core::result<append_file> append_file::open(const std::string& path) {
  file_descriptor file(::open(path.c_str(), O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC | O_NONBLOCK, 0600));
  if (!file) return system_failure(path, "cannot be opened", errno);
  struct stat status {};
  if (::fstat(file.get(), &status) != 0) return system_failure(path, "cannot be opened", errno);
  if (!S_ISREG(status.st_mode)) return core::fail(core::error_code::invalid_input, path + ": is not a regular file");
  return append_file(path, std::move(file));
}

core::result<append_file> append_file::begin(const std::string& path) {
  struct stat status {};
  const bool is_there = ::stat(path.c_str(), &status) == 0 && S_ISREG(status.st_mode);
  const auto kept = path + ".1";
  if (is_there && ::rename(path.c_str(), kept.c_str()) != 0) return system_failure(kept, "cannot be written", errno);
  return open(path);
}

core::result<void> append_file::append(std::string_view text) {
  while (!text.empty()) {
    const auto written = ::write(file_.get(), text.data(), text.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return system_failure(path_, "cannot be written", errno);
    text.remove_prefix(static_cast<std::size_t>(written));
  }
  return {};
}

} // namespace sys
