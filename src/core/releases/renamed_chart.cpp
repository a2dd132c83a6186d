#include "core/releases/renamed_chart.hpp"

#include <algorithm>
#include <cstddef>
#include <map>
#include <string>

namespace core::releases {

namespace {

/// So many equal paths are no coincidence, even without equal contents.
constexpr std::size_t equal_paths_min = 3;

std::map<std::string, std::string> templates_of(const revision_contents& x) {
  auto found = x.files;
  std::erase_if(found, [](const auto& file) { return !file.first.starts_with("templates/"); });
  return found;
}

} // namespace

bool is_same_chart(const revision_contents& before, const revision_contents& now) {
  const auto former = templates_of(before);
  const auto found = templates_of(now);
  if (former.empty()) return false;
  if (former == found) return true;
  return former.size() >= equal_paths_min
         && std::equal(former.begin(), former.end(), found.begin(), found.end(),
                       [](const auto& a, const auto& b) { return a.first == b.first; });
}

} // namespace core::releases
