#pragma once

#include "base/error.hpp"

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace core::modules {

/// Reads the member `needs` of a `module.yaml`: the names of modules that must have run before this module
/// runs. The file may have other members, which are not read. An error names the file and the next step.
/// @param path of the file, for messages
[[nodiscard]] base::result<std::vector<std::string>> read_needs(std::string_view yaml, const std::string& path);

/// A module and the modules that it needs.
struct needing_module {
  std::string name;
  std::string directory; ///< for messages
  std::vector<std::string> needs;
};

/// The faults of needs, by module: a need has no directory, or comes after the module in the order of
/// execution.
/// @param modules all modules, in the order of execution
[[nodiscard]] std::map<std::string, std::string> faults_of_needs(const std::vector<needing_module>& modules);

} // namespace core::modules
