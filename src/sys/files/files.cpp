#include "sys/files/files.hpp"

#include "sys/files/file_descriptor.hpp"
#include "sys/files/system_error.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <sys/uio.h>

#include <algorithm>
#include <cerrno>
#include <climits>
#include <cstdio>

namespace sys::files {

namespace {

constexpr mode_t private_file = 0600;
constexpr mode_t private_directory = 0700;

struct regular_file {
  file_descriptor descriptor;
  std::uint64_t size = 0;
};

base::result<regular_file> open_regular(const std::string& path) {
  // Without O_NONBLOCK a named pipe without a writer would hold the thread.
  file_descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
  if (!file) return system_failure(path, "cannot be opened", errno);
  struct stat about {};
  if (::fstat(file.get(), &about) != 0) return system_failure(path, "cannot be examined", errno);
  if (!S_ISREG(about.st_mode)) return base::fail(base::error_code::invalid_input, path + ": is not a regular file");
  return regular_file{std::move(file), static_cast<std::uint64_t>(about.st_size)};
}

/// Reads until the end, even if the file is larger than its first size.
base::result<std::string> read_open_file(const file_descriptor& file, const std::string& path, std::uint64_t size,
                                         read_limit limit) {
  std::string content;
  // A further byte shows the end without another allocation. Files of the kernel report a size of 0.
  content.resize(size > 0 ? size + 1 : 1024);
  std::size_t filled = 0;
  for (;;) {
    const auto got = ::read(file.get(), content.data() + filled, content.size() - filled);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return system_failure(path, "cannot be read", errno);
    if (got == 0) break;
    filled += static_cast<std::size_t>(got);
    // The file may have grown since its size was read, and files of the kernel have no size.
    if (filled > limit.bytes_max)
      return base::fail(base::error_code::invalid_input,
                        fmt::format("{}: has {} bytes or more, {} are allowed", path, filled, limit.bytes_max));
    if (filled == content.size()) content.resize(content.size() * 2);
  }
  content.resize(filled);
  return content;
}

/// The parts in the form of writev, which does not change the bytes that they point to.
std::vector<iovec> buffers_of(const std::vector<std::string_view>& parts) {
  std::vector<iovec> buffers;
  buffers.reserve(parts.size());
  for (const auto part : parts)
    if (!part.empty()) buffers.push_back({const_cast<char*>(part.data()), part.size()});
  return buffers;
}

base::result<void> write_all(const file_descriptor& file, const std::string& path,
                             const std::vector<std::string_view>& parts) {
  auto buffers = buffers_of(parts);
  for (auto first = buffers.begin(); first != buffers.end();) {
    // The kernel takes at most IOV_MAX parts in a call, and may write fewer bytes than it was given.
    const auto count = std::min<std::ptrdiff_t>(buffers.end() - first, IOV_MAX);
    const auto written = ::writev(file.get(), &*first, static_cast<int>(count));
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return system_failure(path, "cannot be written", errno);
    auto left = static_cast<std::size_t>(written);
    for (; first != buffers.end() && left >= first->iov_len; ++first) left -= first->iov_len;
    if (left == 0) continue;
    first->iov_base = static_cast<char*>(first->iov_base) + left;
    first->iov_len -= left;
  }
  return {};
}

} // namespace

base::result<std::string> read_file(const std::string& path, read_limit limit) {
  return open_regular(path).and_then([&](const regular_file& file) -> base::result<std::string> {
    if (file.size > limit.bytes_max)
      return base::fail(base::error_code::invalid_input,
                        fmt::format("{}: has {} bytes, {} are allowed", path, file.size, limit.bytes_max));
    return read_open_file(file.descriptor, path, file.size, limit);
  });
}

base::result<void> read_file_in_pieces(const std::string& path, const std::function<void(std::string_view)>& take) {
  const auto file = open_regular(path);
  if (!file) return tl::unexpected(file.error());
  std::vector<char> piece(64 << 10);
  for (;;) {
    const auto got = ::read(file->descriptor.get(), piece.data(), piece.size());
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return system_failure(path, "cannot be read", errno);
    if (got == 0) return {};
    take({piece.data(), static_cast<std::size_t>(got)});
  }
}

base::result<std::string> read_beginning(const std::string& path, std::size_t bytes_max) {
  const auto file = open_regular(path);
  if (!file) return tl::unexpected(file.error());
  std::string bytes(bytes_max, '\0');
  ssize_t got = -1;
  do got = ::read(file->descriptor.get(), bytes.data(), bytes.size());
  while (got < 0 && errno == EINTR);
  if (got < 0) return system_failure(path, "cannot be read", errno);
  bytes.resize(static_cast<std::size_t>(got));
  return bytes;
}

std::optional<std::uint64_t> size_of_file(const std::string& path) {
  struct stat about {};
  if (::stat(path.c_str(), &about) != 0 || !S_ISREG(about.st_mode)) return std::nullopt;
  return static_cast<std::uint64_t>(about.st_size);
}

base::result<void> write_file_private(const std::string& path, std::string_view content) {
  return write_file_private(path, [content](const write_parts& write) { return write({content}); });
}

base::result<void> write_file_private(const std::string& path,
                                      const std::function<base::result<void>(const write_parts&)>& content) {
  const file_descriptor file(::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, private_file));
  if (!file) return system_failure(path, "cannot be made", errno);
  auto written = content([&](const std::vector<std::string_view>& parts) { return write_all(file, path, parts); });
  if (!written) ::unlink(path.c_str());
  return written;
}

bool path_exists(const std::string& path) {
  struct stat about {};
  return ::stat(path.c_str(), &about) == 0;
}

bool directory_exists(const std::string& path) {
  struct stat about {};
  return ::stat(path.c_str(), &about) == 0 && S_ISDIR(about.st_mode);
}

bool is_empty_file(const std::string& path) {
  struct stat about {};
  return ::stat(path.c_str(), &about) == 0 && S_ISREG(about.st_mode) && about.st_size == 0;
}

bool is_executable_file(const std::string& path) {
  struct stat about {};
  return ::stat(path.c_str(), &about) == 0 && S_ISREG(about.st_mode) && (about.st_mode & 0111) != 0;
}

base::result<void> make_directories(const std::string& path) {
  for (std::size_t end = 0; end != std::string::npos;) {
    end = path.find('/', end + 1);
    const auto part = path.substr(0, end);
    // Made first and looked at afterwards, because another process may make it between a look and the making.
    if (::mkdir(part.c_str(), private_directory) == 0 || directory_exists(part)) continue;
    return system_failure(part, "cannot be made", errno);
  }
  return {};
}

void remove_file(const std::string& path) noexcept {
  ::unlink(path.c_str());
}

} // namespace sys::files
