#include "core/modules/module_tree.hpp"

#include "core/values/names.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <tuple>
#include <utility>

namespace core {

module_tree find_modules(std::vector<module_candidate> candidates) {
  module_tree tree;
  std::sort(candidates.begin(), candidates.end(), [](const auto& a, const auto& b) {
    return std::tie(a.modules_directory, a.directory_name) < std::tie(b.modules_directory, b.directory_name);
  });
  std::map<std::string, std::string> path_by_name;
  for (auto& candidate : candidates) {
    const auto directory = parse_module_directory(candidate.directory_name);
    if (!directory) {
      tree.errors.push_back(fmt::format("module directory {}: {}", candidate.path, directory.error().message));
      continue;
    }
    const auto [first, is_new] = path_by_name.emplace(directory->name, candidate.path);
    if (!is_new) {
      tree.warnings.push_back(fmt::format("module '{}' in {} is left out: {} has the same name and comes first",
                                          directory->name, candidate.path, first->second));
      continue;
    }
    tree.modules.push_back({directory->name, std::move(candidate)});
  }
  std::stable_sort(tree.modules.begin(), tree.modules.end(),
                   [](const auto& a, const auto& b) { return a.at.directory_name < b.at.directory_name; });
  return tree;
}

} // namespace core
