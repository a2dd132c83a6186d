#include "core/modules/module_tree.hpp"

#include "core/modules/module_directory.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <tuple>
#include <utility>

namespace core::modules {

namespace {

std::string number_of(const std::string& directory, unsigned unnumbered_order, std::size_t digits) {
  const auto own = number_prefix(directory);
  return !own.empty() ? std::string(own) : fmt::format("{:0{}}", unnumbered_order, digits);
}

/// The key for sorting directories.
std::string order_key(const found_module& x) {
  const auto& directory = x.at.directory_name;
  return !number_prefix(directory).empty() ? directory : x.number + "-" + directory;
}

} // namespace

module_tree find_modules(std::vector<module_candidate> candidates, unsigned unnumbered_order) {
  module_tree tree;
  // The order matters below: the first candidate with a name is the module, and later candidates are dropped.
  std::sort(candidates.begin(), candidates.end(), [](const auto& a, const auto& b) {
    return std::tie(a.modules_directory, a.directory_name) < std::tie(b.modules_directory, b.directory_name);
  });
  std::map<std::string, std::string> path_by_name;
  std::vector<module_candidate> misnamed;
  for (auto& candidate : candidates) {
    const auto directory = parse_module_directory(candidate.directory_name);
    if (!directory) {
      // A directory that cannot be read may not be a module at all.
      if (candidate.unreadable.empty()) {
        candidate.unreadable = fmt::format("module directory {}: {}", candidate.path, directory.error().message);
        misnamed.push_back(std::move(candidate));
      } else {
        tree.warnings.push_back(fmt::format("{} is left out: {}", candidate.path, candidate.unreadable));
      }
      continue;
    }
    const auto [first, is_new] = path_by_name.emplace(directory->name, candidate.path);
    if (!is_new) {
      tree.warnings.push_back(fmt::format("module '{}' in {} is left out: {} has the same name and comes first",
                                          directory->name, candidate.path, first->second));
      continue;
    }
    tree.modules.push_back({directory->name, {}, std::move(candidate)});
  }
  // After all valid names, so that a wrong name never displaces the directory of a module.
  for (auto& candidate : misnamed) {
    const auto meant = name_meant_by(candidate.directory_name);
    if (meant && path_by_name.emplace(*meant, candidate.path).second) {
      tree.modules.push_back({*meant, {}, std::move(candidate)});
      continue;
    }
    tree.warnings.push_back(candidate.unreadable + "; it is left out");
    tree.impossible.push_back(tree.warnings.back());
  }
  // Directories are sorted by their bytes, so the number for directories without a number gets as many digits
  // as the longest number.
  std::size_t digits = 1;
  for (const auto& x : tree.modules) digits = std::max(digits, number_prefix(x.at.directory_name).size());
  for (auto& x : tree.modules) x.number = number_of(x.at.directory_name, unnumbered_order, digits);
  std::stable_sort(tree.modules.begin(), tree.modules.end(),
                   [](const auto& a, const auto& b) { return order_key(a) < order_key(b); });
  return tree;
}

} // namespace core::modules
