#include "core/releases/start_files.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace core::releases {

std::vector<std::string> changed_start_files(const start_files& at_start, const start_files& now,
                                             const std::string& directory) {
  const auto common = directory.substr(0, directory.rfind('/')) + "/values.yaml";
  const auto is_of_module = [&](const std::string& path) { return path.starts_with(directory + "/"); };
  std::vector<std::string> changed;
  if (std::none_of(at_start.begin(), at_start.end(), [&](const auto& x) { return x.first.starts_with(directory); }))
    return changed;
  const auto compare = [&](const start_files& a, const start_files& b) {
    for (const auto& [path, digest] : a) {
      const auto other = b.find(path);
      // A file in `hooks/` that is new may come from a hook of the module.
      const bool is_new_hook = &a == &now && digest.empty();
      if (!is_new_hook && (path == common || is_of_module(path)) && (other == b.end() || other->second != digest))
        changed.push_back(path);
    }
  };
  compare(at_start, now);
  compare(now, at_start);
  std::sort(changed.begin(), changed.end());
  changed.erase(std::unique(changed.begin(), changed.end()), changed.end());
  return changed;
}

std::string words_of_files(const std::vector<std::string>& files) {
  constexpr std::size_t named_max = 5;
  const std::vector<std::string> named(files.begin(), files.begin() + std::min(files.size(), named_max));
  return fmt::format("{}{}", fmt::join(named, ", "),
                     files.size() > named.size() ? fmt::format(" and {} more", files.size() - named.size()) : "");
}

} // namespace core::releases
