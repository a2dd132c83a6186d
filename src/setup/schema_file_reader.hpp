#pragma once

#include "base/error.hpp"
#include "core/schema/section_schemas.hpp"

#include <string>
#include <vector>

namespace setup {

/// Reads the schema files of a directory `openapi`, and the files that their references lead to. A relative
/// reference counts from the directory of the file that has it, and if no file is there, from the working
/// directory, as with flant/addon-operator. Only files below this directory and below `others` are read,
/// after links are followed; any other reference is a mistake of the schema. Errors: config-values.yaml or
/// values.yaml exists and cannot be read.
/// @param others further directories with files for references; they need not exist
[[nodiscard]] base::result<core::schema::texts> read_schemas(const std::string& directory,
                                                             const std::vector<std::string>& others);

} // namespace setup
