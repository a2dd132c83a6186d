#include "sys/process/memory_kills.hpp"

#include "sys/files/files.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <array>
#include <charconv>
#include <string>
#include <string_view>

namespace sys::process {

namespace {

/// Opens the file in the directory of the group, or else at the root of the mounted tree. In a container the
/// kernel may name the group by its path on the machine, and that path does not exist in the container: the
/// root of the tree is then the container's own group.
files::file_descriptor open_in(const std::string& tree, const std::string& group, const char* file) {
  for (const auto& path : {tree + group + "/" + file, tree + "/" + file})
    if (const auto opened = ::open(path.c_str(), O_RDONLY | O_CLOEXEC); opened >= 0)
      return files::file_descriptor(opened);
  return {};
}

} // namespace

memory_kills::memory_kills(const memory_limit_places& at) {
  const auto groups = files::read_file(at.own_group);
  if (!groups) return;
  for (const auto& [which, group] : groups_in(*groups)) {
    if (which.empty()) file_ = open_in(at.groups, group, "memory.events");
    if (which == "memory") file_ = open_in(at.groups + "/memory", group, "memory.oom_control");
    if (file_) return;
  }
}

std::optional<std::uint64_t> memory_kills::count() const {
  if (!file_) return std::nullopt;
  std::array<char, 1024> buffer{};
  const auto got = ::pread(file_.get(), buffer.data(), buffer.size(), 0);
  if (got <= 0) return std::nullopt;
  const std::string_view text(buffer.data(), static_cast<std::size_t>(got));
  constexpr std::string_view name = "oom_kill ";
  for (auto at = text.find(name); at != text.npos; at = text.find(name, at + 1)) {
    std::uint64_t number = 0;
    const bool begins_line = at == 0 || text[at - 1] == '\n';
    const auto* begin = text.data() + at + name.size();
    if (begins_line && std::from_chars(begin, text.data() + text.size(), number).ec == std::errc()) return number;
  }
  return std::nullopt;
}

} // namespace sys::process
