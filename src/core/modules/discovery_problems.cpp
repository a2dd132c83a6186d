#include "core/modules/discovery_problems.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace core {

std::string describe_spared(const discovered_modules& found, const std::vector<std::string>& modules_dirs) {
  if (found.spared.empty()) return {};
  return fmt::format("no module was found in {}: these releases would be removed, and stay as they are: {}. Bring the "
                     "modules back, or say --purge-without-modules",
                     fmt::join(modules_dirs, ", "), fmt::join(found.spared, ", "));
}

std::vector<std::string> describe_foreign(const discovered_modules& found) {
  std::vector<std::string> lines;
  for (const auto& module : found.foreign)
    lines.push_back(fmt::format("module '{}' is off, but neither this operator nor flant/addon-operator has made the "
                                "release '{}', so it stays: run `helm uninstall {}` if it is to go",
                                module, module, module));
  return lines;
}

std::vector<std::string> describe_unasked(const discovered_modules& found) {
  std::vector<std::string> lines;
  for (const auto& [module, path] : found.unasked)
    lines.push_back(fmt::format("module '{}': {} is not executable, so it was not asked and the module counts as "
                                "enabled: run `chmod +x` on it and restart the operator, or remove it",
                                module, path));
  return lines;
}

std::vector<std::string> discovery_problems(const discovered_modules& found,
                                            const std::vector<std::string>& modules_dirs) {
  auto lines = describe_unasked(found);
  if (auto spared = describe_spared(found, modules_dirs); !spared.empty()) lines.push_back(std::move(spared));
  return lines;
}

} // namespace core
