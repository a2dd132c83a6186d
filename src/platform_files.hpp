#pragma once

#include "actors/operator/operator_setup.hpp"
#include "core/base/error.hpp"

#include <string>
#include <vector>

/// What was read from disk at the start: the modules, the global hooks, their values files and schemas.
struct platform_files {
  std::vector<actors::module_setup> modules;
  actors::hook_source global_hooks;
  core::static_values values;
  std::vector<std::string> warnings;
};

/// Reads modules and global hooks. An error names all that is wrong, each with its path and what to do. A directory
/// without modules is fine.
[[nodiscard]] core::result<platform_files> read_platform_files(const std::vector<std::string>& modules_dirs,
                                                               const std::string& global_hooks_dir);
