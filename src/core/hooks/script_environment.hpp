#pragma once

#include "core/hooks/script_command.hpp"

#include <string>
#include <vector>

namespace core::hooks {

/// The complete environment of a run: `base` ("NAME=value"), overridden by the command's variables and by the
/// paths of the files. If `base` sets a locale, the translation of messages is switched off.
/// @param directory the directory of the files.
[[nodiscard]] std::vector<std::string> script_environment(const std::vector<std::string>& base,
                                                          const script_command& command,
                                                          const std::vector<input_file>& files,
                                                          const std::string& directory);

} // namespace core::hooks
