#include "sys/files/directory_use.hpp"

#include <sys/stat.h>
#include <sys/statvfs.h>

#include <algorithm>
#include <filesystem>
#include <system_error>
#include <utility>

namespace sys::files {

namespace {

/// A full directory may have a million entries, and a person waits for the message.
constexpr std::size_t entries_max = 10'000; // with those below
constexpr std::size_t largest_max = 3;
constexpr std::uint64_t block_bytes = 512; // of st_blocks, POSIX sys/stat.h

std::uint64_t bytes_of(const std::filesystem::path& path) {
  struct stat about {};
  return ::lstat(path.c_str(), &about) == 0 ? static_cast<std::uint64_t>(about.st_blocks) * block_bytes : 0;
}

/// Calls back with each path in the directory, and counts the calls down to 0.
template <class Take>
void each_entry(const std::filesystem::path& directory, std::size_t& count, Take take) {
  std::error_code failed;
  std::filesystem::directory_iterator at(directory, failed);
  for (; !failed && at != std::filesystem::directory_iterator() && count > 0; at.increment(failed)) {
    --count;
    take(at->path());
  }
}

std::uint64_t bytes_with_entries(const std::filesystem::path& path, std::size_t& count) {
  std::error_code failed;
  auto bytes = bytes_of(path);
  if (std::filesystem::symlink_status(path, failed).type() == std::filesystem::file_type::directory)
    each_entry(path, count, [&](const auto& x) { bytes += bytes_of(x); });
  return bytes;
}

} // namespace

directory_use use_of_directory(const std::string& path, const std::string& left_out) {
  directory_use use;
  struct statvfs about {};
  if (::statvfs(path.c_str(), &about) == 0) {
    use.size = std::uint64_t{about.f_blocks} * about.f_frsize;
    use.free = std::uint64_t{about.f_bavail} * about.f_frsize;
  }
  auto count = entries_max;
  each_entry(path, count, [&](const std::filesystem::path& entry) {
    auto name = entry.filename().string();
    if (name.starts_with(left_out)) return;
    const auto bytes = bytes_with_entries(entry, count);
    ++use.entries;
    use.bytes += bytes;
    use.largest.push_back({std::move(name), bytes});
    std::sort(use.largest.begin(), use.largest.end(),
              [](const auto& a, const auto& b) { return a.bytes != b.bytes ? a.bytes > b.bytes : a.name < b.name; });
    if (use.largest.size() > largest_max) use.largest.pop_back();
  });
  return use;
}

} // namespace sys::files
