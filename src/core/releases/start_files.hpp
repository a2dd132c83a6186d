#pragma once

#include <map>
#include <string>
#include <vector>

namespace core::releases {

/// Files of modules that the operator reads only when it starts, by path, each with a digest of its content:
/// values.yaml of a directory of modules, and of a module values.yaml, module.yaml and `openapi/*.yaml`. The
/// digest of a program in `hooks/` is empty, because only its absence counts.
using start_files = std::map<std::string, std::string>;

/// The files below a module's directory, or the values.yaml beside it, that have changed, have gone or are
/// new. Empty if the module was not there at the start.
/// @param directory of the module
[[nodiscard]] std::vector<std::string> changed_start_files(const start_files& at_start, const start_files& now,
                                                           const std::string& directory);

/// Names files in a message: the first few, and the number of further files.
[[nodiscard]] std::string words_of_files(const std::vector<std::string>& files);

} // namespace core::releases
