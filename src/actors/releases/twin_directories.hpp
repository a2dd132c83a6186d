#pragma once

#include "sys/files/file_tree.hpp"

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace actors::releases {

/// Finds directories beside a module's directory that have the name of the same module. Each upgrade asks, so
/// the names of a directory are kept while the directory is the same: else each upgrade of each module would
/// list all modules. Bound: the names of each directory of modules, once.
class twin_directories {
public:
  /// Blocks. @param directory of the module
  /// @param wall_us the wall clock
  /// @returns paths in byte order; empty if the directory above cannot be listed
  [[nodiscard]] std::vector<std::string> beside(const std::string& directory, const std::string& module,
                                                std::int64_t wall_us);

  /// The number of directories that were listed since the start.
  [[nodiscard]] std::size_t listings() const noexcept { return listings_; }

private:
  struct listing {
    sys::files::directory_state state{};
    std::multimap<std::string, std::string> by_module{}; ///< module -> name of an entry
    bool is_settled = false;                             ///< a later change shows in the state
  };
  [[nodiscard]] const listing* list(const std::string& parent, std::int64_t wall_us);

  std::map<std::string, listing> known_; ///< by path
  std::size_t listings_ = 0;
};

} // namespace actors::releases
