#include "sys/process/memory_limit.hpp"

#include "sys/files/files.hpp"

#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <optional>
#include <string_view>

namespace sys::process {

namespace {

std::uint64_t memory_of_machine() {
  return static_cast<std::uint64_t>(::sysconf(_SC_PHYS_PAGES)) * static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE));
}

/// The number in a file; nullopt if there is no file, or if it contains `max`.
std::optional<std::uint64_t> number_in(const std::string& path) {
  const auto text = files::read_file(path);
  std::uint64_t number = 0;
  if (!text || std::from_chars(text->data(), text->data() + text->size(), number).ec != std::errc())
    return std::nullopt;
  return number;
}

/// The lowest limit of a group and the groups above it. In a container, the path of the group may be its path
/// on the machine, which does not exist here. Then the root of the tree is the container's own group.
std::uint64_t lowest_limit(const std::string& tree, std::string group, const char* file) {
  auto lowest = memory_of_machine();
  for (;;) {
    lowest = std::min(lowest, number_in(tree + group + "/" + file).value_or(lowest));
    if (group.empty()) return lowest;
    group.erase(group.rfind('/'));
  }
}

} // namespace

std::vector<std::pair<std::string, std::string>> groups_in(std::string_view own_group) {
  std::vector<std::pair<std::string, std::string>> found;
  // `0::/path` in version 2, `4:memory:/path` in version 1.
  for (auto rest = own_group; !rest.empty();) {
    const auto line = rest.substr(0, rest.find('\n'));
    rest.remove_prefix(std::min(line.size() + 1, rest.size()));
    const auto controllers = line.find(':');
    const auto path = line.find(':', controllers == std::string_view::npos ? line.size() : controllers + 1);
    if (path == std::string_view::npos) continue;
    std::string group(line.substr(path + 1));
    if (group == "/") group.clear();
    if (!group.empty() && !group.starts_with('/')) continue;
    found.emplace_back(line.substr(controllers + 1, path - controllers - 1), std::move(group));
  }
  return found;
}

std::uint64_t memory_limit(const memory_limit_places& at) {
  auto lowest = memory_of_machine();
  const auto groups = files::read_file(at.own_group);
  if (!groups) return lowest;
  for (const auto& [which, group] : groups_in(*groups)) {
    if (which.empty()) lowest = std::min(lowest, lowest_limit(at.groups, group, "memory.max"));
    if (which == "memory")
      lowest = std::min(lowest, lowest_limit(at.groups + "/memory", group, "memory.limit_in_bytes"));
  }
  return lowest;
}

} // namespace sys::process
