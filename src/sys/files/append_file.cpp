#include "sys/files/append_file.hpp"

#include "sys/files/files.hpp"
#include "sys/files/system_error.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <utility>

namespace sys::files {

namespace {

base::error of_another_kind(const std::string& name) {
  return {base::error_code::already_exists, name + ": is a file of another kind, and stays as it is; use another file"};
}

/// The content at the path of a file that grows.
enum class occupant { nothing, empty_file, our_file };

/// Errors: another file is there, or its content cannot be read.
base::result<occupant> occupant_of(const std::string& path, const std::function<bool(std::string_view)>& is_ours) {
  struct stat status {};
  // A link that leads nowhere may be a user's, so it counts as another file.
  if (::lstat(path.c_str(), &status) != 0) {
    if (errno == ENOENT) return occupant::nothing;
    return system_failure(path, "cannot be looked at", errno);
  }
  if (::stat(path.c_str(), &status) != 0 || !S_ISREG(status.st_mode)) return tl::unexpected(of_another_kind(path));
  const auto first = read_beginning(path, 4096);
  if (!first) return tl::unexpected(first.error());
  if (first->empty()) return occupant::empty_file;
  if (!is_ours(*first)) return tl::unexpected(of_another_kind(path));
  return occupant::our_file;
}

} // namespace

base::result<append_file> append_file::open(const std::string& path) {
  file_descriptor file(::open(path.c_str(), O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC | O_NONBLOCK, 0600));
  if (!file) return system_failure(path, "cannot be opened", errno);
  struct stat status {};
  if (::fstat(file.get(), &status) != 0) return system_failure(path, "cannot be opened", errno);
  if (!S_ISREG(status.st_mode)) return base::fail(base::error_code::invalid_input, path + ": is not a regular file");
  return append_file(path, std::move(file));
}

base::result<append_file> append_file::begin(const std::string& path,
                                             const std::function<bool(std::string_view)>& is_ours) {
  const auto there = occupant_of(path, is_ours);
  if (!there) return tl::unexpected(there.error());
  // A start that has written no text leaves an empty file. The empty file must not replace `PATH.1`, which
  // has the text of an older start.
  if (*there != occupant::our_file) return open(path);
  const auto kept = path + ".1";
  if (const auto older = occupant_of(kept, is_ours); !older) return tl::unexpected(older.error());
  if (::rename(path.c_str(), kept.c_str()) != 0) return system_failure(kept, "cannot be written", errno);
  return open(path);
}

bool append_file::is_in_place() const noexcept {
  struct stat status {};
  return ::fstat(file_.get(), &status) == 0 && status.st_nlink > 0;
}

base::result<void> append_file::append(std::string_view text) {
  while (!text.empty()) {
    const auto written = ::write(file_.get(), text.data(), text.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return system_failure(path_, "cannot be written", errno);
    text.remove_prefix(static_cast<std::size_t>(written));
  }
  return {};
}

} // namespace sys::files
