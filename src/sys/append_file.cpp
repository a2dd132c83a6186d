#include "sys/append_file.hpp"

#include "sys/system_error.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <utility>

namespace sys {

namespace {

bool has_regular_file(const std::string& path) {
  struct stat status {};
  return ::stat(path.c_str(), &status) == 0 && S_ISREG(status.st_mode);
}

core::result<std::string> first_bytes(const std::string& path) {
  const file_descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
  std::string bytes(4096, '\0');
  const auto size = file ? ::read(file.get(), bytes.data(), bytes.size()) : -1;
  if (size < 0) return system_failure(path, "cannot be read", errno);
  bytes.resize(static_cast<std::size_t>(size));
  return bytes;
}

} // namespace

core::result<append_file> append_file::open(const std::string& path) {
  file_descriptor file(::open(path.c_str(), O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC | O_NONBLOCK, 0600));
  if (!file) return system_failure(path, "cannot be opened", errno);
  struct stat status {};
  if (::fstat(file.get(), &status) != 0) return system_failure(path, "cannot be opened", errno);
  if (!S_ISREG(status.st_mode)) return core::fail(core::error_code::invalid_input, path + ": is not a regular file");
  return append_file(path, std::move(file));
}

core::result<append_file> append_file::begin(const std::string& path,
                                             const std::function<bool(std::string_view)>& is_ours) {
  const bool is_there = has_regular_file(path);
  const auto kept = path + ".1";
  for (const auto& name : {path, kept}) {
    if (!is_there || !has_regular_file(name)) continue;
    auto first = first_bytes(name);
    if (!first) return tl::unexpected(first.error());
    if (first->empty()) continue;
    if (!is_ours(*first))
      return core::fail(core::error_code::already_exists,
                        name + ": is a file of another kind, and stays as it is; name another one");
  }
  if (is_there && ::rename(path.c_str(), kept.c_str()) != 0) return system_failure(kept, "cannot be written", errno);
  return open(path);
}

bool append_file::is_in_place() const noexcept {
  struct stat status {};
  return ::fstat(file_.get(), &status) == 0 && status.st_nlink > 0;
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
