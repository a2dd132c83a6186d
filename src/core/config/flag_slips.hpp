#pragma once

#include "core/config/static_values.hpp"

#include <map>
#include <string>

namespace core::config {

/// The places of values files where the flag of a module may stand without being read: misspelt, in a section
/// or in `global`, in a comment, or as the name of the module. Only for flags that the file does not have, in
/// each file that may have them: values.yaml of the directories of modules, and of the module itself. A file
/// that cannot be read as YAML has none, for the operator does not run without it.
/// @returns name of the module -> words for people, of the first such place
[[nodiscard]] std::map<std::string, std::string> flag_slips_of(const static_files& files);

} // namespace core::config
